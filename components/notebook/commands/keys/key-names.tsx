import styles from './key-names.module.css';
import { toKeyNames } from './to-chord.ts';

/** Keys as they are printed on this machine's keyboard: `d d`, `Mod+Shift+c`. */
export function KeyNames({ keys }: { keys: string }) {
  let place = 0;
  return (
    <span className={styles.keys}>
      {keys
        .split(' ')
        .flatMap(toKeyNames)
        .map((name) => {
          place += 1;
          return <kbd key={place}>{name}</kbd>;
        })}
    </span>
  );
}
