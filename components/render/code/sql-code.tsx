import { PostgreSQL } from '@codemirror/lang-sql';
import { ColoredCode } from './colored-code.tsx';

/** SQL with its words colored. PostgreSQL's dialect is the nearest to that of DuckDB. */
export function SqlCode({ source }: { source: string }) {
  return <ColoredCode source={source} parser={PostgreSQL.language.parser} />;
}
