/** A fenced or tagged block. `start` and `end` are offsets in the reply, delimiters included. */
export interface Block {
  readonly kind: 'fence' | 'tag';
  /** Info string of a fence, name and attributes of a tag; as written. */
  readonly label: string;
  /** Everything between the delimiters, before any unindenting. */
  readonly body: string;
  readonly closed: boolean;
  readonly start: number;
  readonly end: number;
}
