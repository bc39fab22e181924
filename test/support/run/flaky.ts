import type { Reporter, TestModule } from 'vitest/node';

/** Tests that may pass only at their second try before the run fails. */
const ALLOWED = 2;

/** Reports each test that passed only at its second try; more than two of them fail the run. Tests are retried only with CI set. */
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
