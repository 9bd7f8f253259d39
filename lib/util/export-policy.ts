/** Content-Security-Policy of an exported page, written in it, and sent with one that is shared: nothing acts, nothing loads. */
export const EXPORT_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; form-action 'none'; base-uri 'none'";
