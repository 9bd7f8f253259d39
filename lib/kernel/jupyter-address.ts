/** Where a Jupyter server answers. */
export interface JupyterAddress {
  url: string;
  token: string;
  /** A Unix socket to reach it by; the host of `url` then stands for nothing. */
  socketPath?: string;
}
