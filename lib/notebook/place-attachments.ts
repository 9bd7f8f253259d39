import { attempt } from '../util/attempt.ts';

/** Up to one level of parentheses, as in `image%20(1).png`. */
const ATTACHMENT_LINK = /\]\(attachment:((?:[^()\s]|\([^()\s]*\))+)\)/g;

/**
 * The Markdown with what `place` gives after the `]` of each picture attached to its cell; where that is nothing, the link
 * stays. Jupyter writes the names in links as they are or percent-encoded.
 */
export function placeAttachments(source: string, place: (name: string) => string | null | undefined): string {
  return source.replaceAll(ATTACHMENT_LINK, (link, name: string) => {
    const placed = place(name) ?? attempt(() => place(decodeURIComponent(name)));
    return placed ? `]${placed}` : link;
  });
}
