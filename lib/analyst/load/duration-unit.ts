/** Of a column of times such as `0:43:41` once it is read. */
export const DURATION_UNIT = 'min';
