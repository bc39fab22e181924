import type { Response } from 'express';

/** Calls once, when the head of an answer is sent or its connection ends. */
export function onHead(res: Response, call: () => void): void {
  let isCalled = false;
  const once = () => {
    if (isCalled) return;
    isCalled = true;
    call();
  };
  if (res.closed || res.headersSent) return void once();
  const writeHead = res.writeHead.bind(res);
  res.writeHead = ((...head: Parameters<typeof writeHead>) => {
    once();
    return writeHead(...head);
  }) as typeof res.writeHead;
  res.once('close', once);
}
