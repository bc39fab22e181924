/** A law of cost: what it measured, in words, and whether its bar holds. A ratio within the run, or a limit far from what any machine takes. */
export interface Bar {
  name: string;
  run(): Promise<{ figure: string; pass: boolean }>;
}
