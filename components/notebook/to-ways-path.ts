/** The page on which several ways are side by side. */
export function toWaysPath(sessionId: string, waysId: string): string {
  return `/sessions/${sessionId}/ways/${waysId}`;
}
