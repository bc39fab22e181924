import type { Reporter, TestModule } from 'vitest/node';

/** Tests that may pass at their second try alone before the run fails. */
const ALLOWED = 2;

/** Names each test that passed at its second try alone; more than two of them fail the run. A test is tried again with CI set alone. */
export class FlakyReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const found = modules.flatMap((module) =>
      [...module.children.allTests()]
        .filter((one) => one.diagnostic()?.flaky)
        .map((one) => `flaky: ${module.relativeModuleId} > ${one.fullName}`),
    );
    for (const line of found) console.log(line);
    if (found.length <= ALLOWED) return;
    console.log(`${found.length} tests passed at their second try alone, more than ${ALLOWED}`);
    process.exitCode = 1;
  }
}
