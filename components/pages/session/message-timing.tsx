import { useId } from 'react';
import { Select } from '../../ui/controls/select.tsx';

/** Words for when a message reaches the agent. */
export const TIMING_TEXTS = {
  label: 'The agent sees this',
  later: 'after this cell',
  now: 'now: interrupt the cell',
} as const;

interface MessageTimingProps {
  isUrgent: boolean;
  onChange: (isUrgent: boolean) => void;
}

/** When the agent sees a message that is sent while its cell runs. */
export function MessageTiming({ isUrgent, onChange }: MessageTimingProps) {
  const id = useId();
  return (
    <>
      <label htmlFor={id}>{TIMING_TEXTS.label}</label>
      <Select
        id={id}
        value={isUrgent ? 'now' : 'later'}
        onChange={({ target }) => onChange(target.value === 'now')}
      >
        <option value="later">{TIMING_TEXTS.later}</option>
        <option value="now">{TIMING_TEXTS.now}</option>
      </Select>
    </>
  );
}
