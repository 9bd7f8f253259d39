import { useId } from 'react';
import { Select } from '../../ui/select.tsx';
import { TIMING_TEXTS } from './timing-texts.ts';

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
