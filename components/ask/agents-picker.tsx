import { Select } from '../ui/controls/select.tsx';

/** Agents that a run may ask, if it may ask any. */
const COUNT = 3;
const ALONE = 'One agent';
const TOGETHER = `May ask ${COUNT} other agents`;

interface AgentsPickerProps {
  value: number;
  onChange: (agents: number) => void;
}

/** Whether the agent may hand parts of the question to others. */
export function AgentsPicker({ value, onChange }: AgentsPickerProps) {
  return (
    <Select aria-label="Agents" value={value} onChange={(event) => onChange(Number(event.target.value))}>
      <option value={0}>{ALONE}</option>
      <option value={COUNT}>{TOGETHER}</option>
    </Select>
  );
}
