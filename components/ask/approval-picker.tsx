import type { ApprovalMode } from '../../lib/protocol/run.ts';
import { Select } from '../ui/select.tsx';

const CHOICES: readonly (readonly [ApprovalMode, string])[] = [
  ['never', 'Run code freely'],
  ['risky', 'Ask before risky code'],
  ['always', 'Ask before all code'],
];

interface ApprovalPickerProps {
  value: ApprovalMode;
  onChange: (mode: ApprovalMode) => void;
}

/** Which code waits for the person's approval. */
export function ApprovalPicker({ value, onChange }: ApprovalPickerProps) {
  return (
    <Select
      aria-label="Approval"
      value={value}
      onChange={(event) => onChange(CHOICES.find(([mode]) => mode === event.target.value)?.[0] ?? 'never')}
    >
      {CHOICES.map(([mode, label]) => (
        <option key={mode} value={mode}>
          {label}
        </option>
      ))}
    </Select>
  );
}
