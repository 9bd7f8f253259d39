'use client';

import { useEffect, useState } from 'react';
import { type KernelChoice, listKernels } from '../api/actbook-api.ts';
import styles from '../composer/approval-picker.module.css';

export const DEFAULT_KERNEL = 'python3';

interface KernelPickerProps {
  value: string;
  onChange: (kernel: string) => void;
}

/** Which language the agent writes. Nothing is shown where there is only Python. */
export function KernelPicker({ value, onChange }: KernelPickerProps) {
  const kernels = useKernels();
  if (kernels.every(({ name }) => name === DEFAULT_KERNEL)) return null;
  return (
    <select
      className={styles.select}
      aria-label="Kernel"
      value={value}
      onChange={(event) => onChange(event.target.value)}
    >
      {kernels.map(({ name, displayName }) => (
        <option key={name} value={name}>
          {displayName}
        </option>
      ))}
    </select>
  );
}

/** Empty until they are known, and where they cannot be: the first run then says why. */
function useKernels(): readonly KernelChoice[] {
  const [kernels, setKernels] = useState<readonly KernelChoice[]>([]);
  useEffect(() => {
    let isLeft = false;
    listKernels()
      .then((found) => {
        if (!isLeft) setKernels(found);
      })
      .catch(() => {});
    return () => {
      isLeft = true;
    };
  }, []);
  return kernels;
}
