import type { Session } from '../../../lib/session/session.ts';
import styles from './panel.module.css';
import toolStyles from './tool-list.module.css';

/** The functions that the session's code can call, and which are missing. */
export function ToolList({ session }: { session: Session }) {
  const { tools = [], toolProblems: problems = [] } = session.runs.at(-1) ?? {};
  if (tools.length === 0 && problems.length === 0) return null;
  return (
    <section>
      <h3 className={styles.heading}>Tools</h3>
      {problems.map((problem) => (
        <p key={problem} className={toolStyles.problem}>
          {problem}
        </p>
      ))}
      <ul className={toolStyles.tools}>
        {tools.map(({ name, signature, doc }) => (
          <li key={name}>
            <details>
              <summary>{name}</summary>
              <pre className={toolStyles.doc}>{doc === '' ? signature : `${signature}\n\n${doc}`}</pre>
            </details>
          </li>
        ))}
      </ul>
    </section>
  );
}
