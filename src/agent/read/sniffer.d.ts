declare module 'html-encoding-sniffer' {
  /** The encoding's name for TextDecoder. */
  const sniff: (body: Uint8Array, options?: { xml?: boolean; transportLayerEncodingLabel?: string; defaultEncoding?: string }) => string;
  // biome-ignore lint/style/noDefaultExport: that is how the library exports it
  export default sniff;
}
