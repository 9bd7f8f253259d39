import { SearchIcon } from '../icons.tsx';
import styles from './search-field.module.css';

interface SearchFieldProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
}

/** A field that narrows a list. Escape empties it. */
export function SearchField({ label, value, onChange }: SearchFieldProps) {
  return (
    <label className={styles.search}>
      <SearchIcon size={14} />
      <input
        type="search"
        className={styles.field}
        aria-label={label}
        placeholder={label}
        value={value}
        maxLength={200}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || value === '') return;
          // It would also close what is around it.
          event.preventDefault();
          event.stopPropagation();
          onChange('');
        }}
      />
    </label>
  );
}
