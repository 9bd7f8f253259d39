'use client';

import type { KernelSpec } from '../../lib/protocol/kernel/kernel-spec.ts';
import { callApi } from '../api/call-api.ts';
import { DEFAULT_KERNEL } from '../preferences/preferences.ts';
import { Select } from '../ui/controls/select.tsx';
import { useLoaded } from '../ui/hooks/use-loaded.ts';

interface KernelPickerProps {
  value: string;
  onChange: (kernel: string) => void;
  /** What the server has rendered; empty if it did not know them in time. */
  known?: readonly KernelSpec[];
  /** What it is called, for assistive technology. */
  label?: string;
  /** Whether it is shown even if there is only Python. */
  isAlways?: boolean;
}

/** Which language the agent writes. Shows nothing if there is only Python. */
export function KernelPicker(props: KernelPickerProps) {
  const { value, onChange, known = [], label = 'Kernel', isAlways = false } = props;
  const kernels = useKernels(known);
  if (!isAlways && kernels.every(({ name }) => name === DEFAULT_KERNEL)) return null;
  // An earlier choice that is not installed now is still shown.
  const isKnown = kernels.some(({ name }) => name === value);
  return (
    <Select aria-label={label} value={value} onChange={(event) => onChange(event.target.value)}>
      {!isKnown && <option value={value}>{value === DEFAULT_KERNEL ? 'Python 3' : value}</option>}
      {kernels.map(({ name, displayName }) => (
        <option key={name} value={name}>
          {displayName}
        </option>
      ))}
    </Select>
  );
}

/** Empty until they are known, and if they cannot be listed: the first run then says why. */
function useKernels(known: readonly KernelSpec[]): readonly KernelSpec[] {
  const isKnown = known.length > 0;
  const { value } = useLoaded(String(isKnown), async () => (isKnown ? null : callApi('listKernels')));
  return isKnown ? known : (value?.kernelspecs ?? []);
}
