/** The client that an answer is sent to. */
export interface Recipient {
  /** Bytes that it took in the last so many seconds in which the answer waited for it; undefined before it waited so long. */
  taken(seconds: number): number | undefined;
  /** Ends its connection. */
  cut(): void;
}
