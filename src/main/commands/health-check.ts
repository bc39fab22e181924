// A separate program for containers: exits with 0 when the gateway (PORT) or the worker (METRICS_PORT) on this machine is ready.
const isReady = async (port: string | undefined) =>
  port !== undefined &&
  fetch(`http://127.0.0.1:${port}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  );

const { PORT, METRICS_PORT } = process.env;
process.exitCode = (await Promise.all([PORT, METRICS_PORT].map(isReady))).includes(true) ? 0 : 1;
