import { countOf } from './figures.ts';
import { columnOf, frame } from './frames.ts';
import { rule } from './rule.ts';
import { ask, best, correlation, figures, find, isField, say, scatter } from './sentences.ts';

export const DATA_RULES = [
  // Relations.
  rule(
    'Core',
    `@ask? @relation between Num and Num ; @be there @relation between Num and Num ;
    @be Num @related with|to Num ; @do Num @related with Num ; @what? @relation of Num and|with Num ;
    how @be Num @related to|with Num ; @be Num and Num @related ; how strongly @be Num and Num @related ;
    correlate Num with|and Num`,
    (left, right) => correlation([left, right]),
  ),
  rule(
    'Core',
    `@which Noun? columns|variables|features @be? @related|correlate with|to Num ;
    @which columns|variables correlate most? with Num ;
    @what? @relation of Num with all|other others|columns?`,
    (...parts) => {
      const field = find(parts, isField);
      return field ? correlation([field]) : null;
    },
  ),
  rule(
    'Core',
    `@which columns|variables|features @be @related ; @ask? correlations ; @show correlation matrix ;
    correlation matrix`,
    () => correlation([]),
  ),
  rule(
    'Core',
    `@plot? scatter plot of Num and|against|vs|versus|over|by Num ;
    @plot scatterplot of Num and|against|vs|versus Num ; @plot Num against|vs|versus Num ;
    Num vs|versus Num scatter plot`,
    scatter,
  ),
  rule('Core', '@ask? distribution of Num ; how @be Num distributed ; @show? Num distribution', (field) =>
    ask({ kind: 'distribution', of: columnOf(field), by: null }),
  ),
  rule('Core', '@show histogram of Num ; histogram of Num', (field) =>
    say({ kind: 'ask', ask: { kind: 'distribution', of: columnOf(field), by: null }, chart: 'histogram' }),
  ),
  rule('Core', '@plot? box plot of Num ; @plot? boxplot of Num ; @plot? box plots of Num', (field) =>
    say({ kind: 'ask', ask: { kind: 'distribution', of: columnOf(field), by: null }, chart: 'box' }),
  ),
  rule('Core', '@plot? Chart of|for Measures ; @plot Chart showing|with Measures', (chart, measures) =>
    figures(measures, frame({ chart })),
  ),
  rule(
    'Core',
    '@show? Chart of|for @which? Best Key by Measure ; @plot? Chart of Best Key by Measure',
    (chart, pick, key, measure) => best(key, measure, pick, frame({ chart })),
  ),

  // The state of the data.
  rule(
    'Core',
    `@be there @any? outliers @in Num ; @ask? outliers @in Num ; @which outliers @be there? @in Num ;
    how many outliers @be there? @in Num ; @do Num @has @any? outliers ;
    @which Noun @be outliers @in Num`,
    (...parts) => {
      const field = find(parts, isField);
      return field
        ? ask({ kind: 'outliers', of: [columnOf(field)], method: 'iqr', threshold: 1.5, by: null })
        : null;
    },
  ),
  rule('Core', '@be there @any? outliers ; @show|@what outliers ; outliers', () =>
    ask({ kind: 'outliers', of: [], method: 'iqr', threshold: 1.5, by: null }),
  ),
  rule(
    'Core',
    `@ask? missing values ; @be there @any? missing|empty values ; @be @any? values missing ;
    how many values @be missing ; how many missing values @exist ; how many missing values ;
    @which columns @has missing|empty values ; how many missing|empty values in|by|per each? column ;
    @which values @be missing ; @do any columns @has missing values ;
    how many missing|empty values @exist in|per each? column ; missing values in|by|per each? column`,
    () => ask({ kind: 'missing', columns: [] }),
  ),
  rule(
    'Core',
    `@be there @any? missing|empty values in|for Cols ; missing|empty values in|for Cols ; @be @any? values missing in|for Cols ;
    how many missing|empty values @be there in|for Cols ; how many missing|empty values in|for Cols ;
    how many missing|empty values @do Cols @has ; how many missing|empty Cols ;
    how many Cols values? @be missing|empty ; @be @any? Cols missing|empty`,
    (cols) => ask({ kind: 'missing', columns: cols.map((field) => field.name) }),
  ),
  rule(
    'Core',
    `@be there @any? duplicates ; @be there @any? duplicate|duplicated Set ; @show|@what duplicates ;
    @show duplicate|duplicated Set ; how many duplicates @exist ; how many duplicates ;
    how many duplicate|duplicated Set @exist ; how many duplicate|duplicated Set ;
    @which Set @be duplicates|duplicated ; any? duplicate|duplicated Set`,
    (...parts) => {
      const isPlain = parts.every((part) => !Array.isArray(part) || part.length === 0);
      return isPlain ? ask({ kind: 'duplicates', columns: [] }) : null;
    },
  ),
  rule(
    'Core',
    `@be there @any? duplicate|duplicated Cols ; how many duplicate Cols @exist ;
    @be there @any? duplicates in|by|of Cols ; @any? duplicates in|by|of Cols ; how many duplicates in|by Cols ; @be Cols unique ;
    @be @any? Cols duplicated`,
    (cols) => ask({ kind: 'duplicates', columns: cols.map((field) => field.name) }),
  ),
  rule(
    'Core',
    `@show overview ; overview ; summary ; summarize data|dataset|table|file|it|this ;
    describe data|dataset|table|file|it|this ; @show|@what summary ; summarize Noun ; describe Noun ;
    @what data about ; @what in this? file|data|dataset|table|it|here ;
    @show overview|summary of data|file|table|dataset ; overview of data|file|table|dataset`,
    () => ask({ kind: 'overview' }),
  ),
  rule(
    'Core',
    `@which columns @exist ; @ask columns ; @which columns ; how many columns @exist ; how many columns ;
    @which columns @be there ; @list all columns ; @which columns @do Noun @has ;
    @which variables @be there`,
    () => ask({ kind: 'columns' }),
  ),
  rule(
    'Core',
    `@show? cross table of|for Key and|by|versus Key ; @show? crosstab of Key and|by Key ;
    @show? pivot table of Key and|by Key ; cross tabulate Key and|by|with Key ;
    @show? cross tabulation of Key and|by Key ; crosstab Key and|by Key`,
    (left, right) =>
      JSON.stringify(left) === JSON.stringify(right)
        ? null
        : say({ kind: 'cross', keys: [left, right], measure: countOf([]), chart: null }),
  ),
  rule(
    'Core',
    `@show? crosstab of Measure by|per Key and|by Key ; @show? cross table|tab of|with Measure by|per Key and|by Key ;
    @show? pivot table of|with Measure by|per Key and|by Key`,
    (measure, left, right) => say({ kind: 'cross', keys: [left, right], measure, chart: null }),
  ),
  rule(
    'Core',
    '@plot? heat map of Measure by|per Key and|by Key ; @plot? heatmap of Measure by|per Key and|by Key',
    (measure, left, right) => say({ kind: 'cross', keys: [left, right], measure, chart: 'heatmap' }),
  ),
  rule('Core', '@plot? heat map of|by Key and|by Key ; @plot? heatmap of|by Key and|by Key', (left, right) =>
    say({ kind: 'cross', keys: [left, right], measure: countOf([]), chart: 'heatmap' }),
  ),
].flat();
