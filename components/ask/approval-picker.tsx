import type { ApprovalMode } from '../../lib/protocol/runs/run.ts';
import { Select } from '../ui/controls/select.tsx';
import { APPROVAL_TEXTS } from './approval-texts.ts';

const MODES: readonly ApprovalMode[] = ['never', 'risky', 'always'];

interface ApprovalPickerProps {
  value: ApprovalMode;
  onChange: (mode: ApprovalMode) => void;
}

/** Which code waits for the user's approval. */
export function ApprovalPicker({ value, onChange }: ApprovalPickerProps) {
  return (
    <Select
      aria-label="Approval"
      value={value}
      onChange={(event) => onChange(MODES.find((mode) => mode === event.target.value) ?? 'never')}
    >
      {MODES.map((mode) => (
        <option key={mode} value={mode}>
          {APPROVAL_TEXTS[mode]}
        </option>
      ))}
    </Select>
  );
}
