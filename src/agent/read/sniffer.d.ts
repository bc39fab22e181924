declare module 'html-encoding-sniffer' {
  /** Returns the name of the encoding for TextDecoder. */
  const sniff: (body: Uint8Array, options?: { xml?: boolean; transportLayerEncodingLabel?: string; defaultEncoding?: string }) => string;
  // biome-ignore lint/style/noDefaultExport: the library exports it so
  export default sniff;
}
