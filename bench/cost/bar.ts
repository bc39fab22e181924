/** A law of cost: a ratio within the run, or a limit far from what any machine takes. `figure`: what was measured, in words. */
export interface Bar {
  name: string;
  run(): Promise<{ figure: string; pass: boolean }>;
}
