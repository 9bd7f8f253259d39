interface Issue {
  path: readonly PropertyKey[];
  message: string;
}

/**
 * A sentence about the first thing that a schema does not take, with where it is unless it says so itself: `The name is empty.`,
 * `limits.maxSteps: Too small.`
 */
export function describeIssue([issue]: readonly Issue[], whole: string): string {
  if (!issue) return `${whole}: invalid.`;
  const { path, message } = issue;
  // Ours begin with an article; a parameter is one of `parameters`.
  const isNamed = path.some((part) => saysOf(message, String(part).replace(/s$/, '')));
  return `${isNamed ? '' : `${path.join('.') || whole}: `}${message}.`;
}

function saysOf(message: string, name: string): boolean {
  return /^(?:The|An?) /.test(message) && message.toLowerCase().includes(` ${name.toLowerCase()}`);
}
