const formatCount = (count: number) => count.toLocaleString('en');

/** Words in a tree of JSON. */
export const JSON_TEXTS = {
  more: (count: number) => `${formatCount(count)} more`,
  showMore: (more: string) => `Show more (${more})`,
  cutString: (shown: string, hiddenCount: number) => `${shown} … ${formatCount(hiddenCount)} more characters`,
} as const;
