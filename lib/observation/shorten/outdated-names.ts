/**
 * Names and options that releases of the installed packages no longer have, and that models still write. Only those whose
 * own error does not say what to write instead. A test runs both sides of each row on the installed packages.
 */

export interface OutdatedName {
  /** Of the error, as `name: message`. */
  readonly error: RegExp;
  /** Of the traceback as a whole, where the error alone could be another one. */
  readonly frame?: RegExp;
  readonly outdated: string;
  readonly instead: string;
}

const noAttribute = (owner: string, name: string) =>
  new RegExp(`^AttributeError: .*\\b(?:${owner})'? (?:object )?has no attribute '(?:${name})'`, 's');
const noOption = (name: string, callee = '') =>
  new RegExp(`^(?:Type|Attribute)Error: .*${callee}.*got an unexpected keyword argument '(?:${name})'`, 's');
const noModule = (name: string) => new RegExp(`^ModuleNotFoundError: No module named '${name}'`);
const noName = (module: string, name: string) =>
  new RegExp(`^ImportError: cannot import name '(?:${name})' from '${module}'`);
const row = (error: RegExp, outdated: string, instead: string, frame?: RegExp): OutdatedName => ({
  error,
  outdated,
  instead,
  ...(frame && { frame }),
});

const TABLE = 'DataFrame|Series';
/** What SciPy once handed on. */
const NUMPY =
  'angle|arange|argmax|array|asarray|concatenate|cos|dot|exp|interp|linspace|log|log10|mean|ones|pi|random|sin|sqrt|std|sum|where|zeros';

/** In the code, `df` and `other` are tables, `s` is a column, `X` and `y` are data to fit, `ax` and `fig` are of matplotlib. */
export const listOutdatedNames = (): readonly OutdatedName[] => [
  row(noAttribute('DataFrame', 'applymap'), 'df.applymap(str)', 'df.map(str)'),
  row(noOption('method', 'fillna\\(\\)'), 'df.fillna(method="ffill")', 'df.ffill()'),
  row(noAttribute(TABLE, 'append'), 'df.append(other)', 'pd.concat([df, other])'),
  row(noAttribute(TABLE, 'ix'), 'df.ix[0]', 'df.loc[0]'),
  row(noAttribute(TABLE, 'iteritems'), 'df.iteritems()', 'df.items()'),
  row(
    noOption('delim_whitespace', 'read_\\w+\\(\\)'),
    'pd.read_csv(file, delim_whitespace=True)',
    'pd.read_csv(file, sep=r"\\s+")',
  ),
  // Of a column whose labels cannot be numbers.
  row(
    /^KeyError: -?\d+$/,
    's[0]',
    's.iloc[0]',
    /(?:StringObjectEngine|PyObjectHashTable)[\s\S]*core[\\/]series\.py|core[\\/]series\.py[\s\S]*datetimes\.py/,
  ),
  row(/Cannot perform reduction '\w+' with string dtype/, 'df.mean()', 'df.mean(numeric_only=True)'),
  row(
    /^ValueError: could not convert string to float/,
    'df.corr()',
    'df.corr(numeric_only=True)',
    /\bin (?:DataFrame\.)?(?:corr|cov)\b/,
  ),
  row(
    noOption('axis', 'groupby\\(\\)'),
    'df[["a", "b"]].groupby(level=0, axis=1).sum()',
    'df[["a", "b"]].T.groupby(level=0).sum().T',
  ),
  row(noAttribute(TABLE, 'mad'), 's.mad()', '(s - s.mean()).abs().mean()'),
  row(
    noAttribute('DataFrame', 'lookup'),
    'df.lookup([0], ["a"])',
    'df.to_numpy()[[0], df.columns.get_indexer(["a"])]',
  ),
  row(
    noAttribute('pandas', 'Int64Index|UInt64Index|Float64Index'),
    'pd.Int64Index([1])',
    'pd.Index([1], dtype="int64")',
  ),
  row(noAttribute(`${TABLE}|Index`, 'is_monotonic'), 's.is_monotonic', 's.is_monotonic_increasing'),
  row(noAttribute('pandas', 'datetime'), 'pd.datetime.now()', 'pd.Timestamp.now()'),
  row(noAttribute('pandas', 'np'), 'pd.np.nan', 'np.nan'),
  row(noAttribute(TABLE, 'get_value|set_value'), 'df.get_value(0, "a")', 'df.at[0, "a"]'),
  row(noAttribute(TABLE, 'as_matrix'), 'df.as_matrix()', 'df.to_numpy()'),
  row(
    noOption('error_bad_lines|warn_bad_lines'),
    'pd.read_csv(file, error_bad_lines=False)',
    'pd.read_csv(file, on_bad_lines="skip")',
  ),
  row(
    noOption('squeeze', 'read_\\w+\\(\\)'),
    'pd.read_csv(file, squeeze=True)',
    'pd.read_csv(file).squeeze("columns")',
  ),
  row(
    noOption('infer_datetime_format'),
    'pd.to_datetime(texts, infer_datetime_format=True)',
    'pd.to_datetime(texts)',
  ),
  row(
    noOption('date_parser', 'read_\\w+\\(\\)'),
    'pd.read_csv(file, date_parser=pd.to_datetime)',
    'pd.read_csv(file, date_format="%Y-%m-%d")',
  ),
  row(noAttribute(TABLE, 'pad'), 's.pad()', 's.ffill()'),
  row(noAttribute(TABLE, 'backfill'), 's.backfill()', 's.bfill()'),
  row(/Can not interpolate with method=pad/, 's.interpolate(method="pad")', 's.ffill()'),
  row(noAttribute('pandas', 'value_counts'), 'pd.value_counts(s)', 's.value_counts()'),
  row(/fill_method must be None/, 's.pct_change(fill_method="ffill")', 's.ffill().pct_change()'),
  row(noAttribute('DataFrame', 'sort|order'), 'df.sort("a")', 'df.sort_values("a")'),
  row(noAttribute('Series', 'sort|order'), 's.order()', 's.sort_values()'),
  row(/drop\(\) takes .* positional arguments but/, 'df.drop("a", 1)', 'df.drop(columns="a")'),
  row(noOption('line_terminator'), 'df.to_csv(line_terminator="\\n")', 'df.to_csv(lineterminator="\\n")'),
  row(
    noOption('join_axes'),
    'pd.concat([df, other], axis=1, join_axes=[df.index])',
    'pd.concat([df, other], axis=1).reindex(df.index)',
  ),
  row(
    /pivot\(\) takes .* positional arguments? but/,
    'df.pivot("a", "t", "b")',
    'df.pivot(index="a", columns="t", values="b")',
  ),
  row(
    noOption('inplace', 'categories\\(\\)'),
    's.astype("category").cat.set_categories([1], inplace=True)',
    's.astype("category").cat.set_categories([1])',
  ),
  row(noOption('datetime_is_numeric'), 'df.describe(datetime_is_numeric=True)', 'df.describe()'),
  row(
    noAttribute('pandas.io.json', 'json_normalize'),
    'pd.io.json.json_normalize({})',
    'pd.json_normalize({})',
  ),

  row(noAttribute('numpy', 'product'), 'np.product([1])', 'np.prod([1])'),
  row(noAttribute('numpy', 'cumproduct'), 'np.cumproduct([1])', 'np.cumprod([1])'),
  row(noAttribute('numpy', 'in1d'), 'np.in1d([1], [1])', 'np.isin([1], [1])'),
  row(noAttribute('numpy', 'trapz'), 'np.trapz([1, 2])', 'np.trapezoid([1, 2])'),
  row(noAttribute('numpy', 'msort'), 'np.msort([1])', 'np.sort([1], axis=0)'),
  row(noAttribute('numpy', 'math'), 'np.math.sqrt(2)', 'math.sqrt(2)'),

  row(/'seaborn' is not a valid package style/, 'plt.style.use("seaborn")', 'plt.style.use("seaborn-v0_8")'),
  row(
    /'seaborn-\w+' is not a valid package style/,
    'plt.style.use("seaborn-whitegrid")',
    'plt.style.use("seaborn-v0_8-whitegrid")',
  ),
  row(noAttribute('matplotlib.cm', 'get_cmap'), 'plt.cm.get_cmap("viridis")', 'mpl.colormaps["viridis"]'),
  row(noOption('projection', 'gca\\(\\)'), 'fig.gca(projection="3d")', 'fig.add_subplot(projection="3d")'),
  row(noOption('normed'), 'plt.hist([1], normed=True)', 'plt.hist([1], density=True)'),
  row(noAttribute('Axes', 'set_color_cycle'), 'ax.set_color_cycle(["r"])', 'ax.set_prop_cycle(color=["r"])'),
  row(noOption('use_line_collection'), 'plt.stem([1], use_line_collection=True)', 'plt.stem([1])'),

  row(noAttribute('seaborn', 'factorplot'), 'sns.factorplot(data=df, x="a")', 'sns.catplot(data=df, x="a")'),
  row(noAttribute('seaborn', 'tsplot'), 'sns.tsplot([1, 2])', 'sns.lineplot(data=[1, 2])'),
  row(
    /plot\(\) takes from 0 to 1 positional arguments but/,
    'sns.boxplot(df["t"], df["b"])',
    'sns.boxplot(data=df, x="t", y="b")',
  ),

  row(
    noModule('sklearn\\.(?:cross_validation|grid_search)'),
    'from sklearn.cross_validation import train_test_split',
    'from sklearn.model_selection import train_test_split',
  ),
  row(noName('sklearn\\.externals', 'joblib'), 'from sklearn.externals import joblib', 'import joblib'),
  row(
    noName('sklearn\\.preprocessing', 'Imputer'),
    'from sklearn.preprocessing import Imputer',
    'from sklearn.impute import SimpleImputer',
  ),
  row(
    noOption('sparse', 'OneHotEncoder'),
    'OneHotEncoder(sparse=False)',
    'OneHotEncoder(sparse_output=False)',
  ),
  row(
    noOption('normalize', '(?:LinearRegression|Ridge|Lasso|ElasticNet|Lars)\\w*\\.'),
    'LinearRegression(normalize=True)',
    'make_pipeline(StandardScaler(), LinearRegression())',
  ),
  row(
    noOption('squared'),
    'mean_squared_error([1], [2], squared=False)',
    'root_mean_squared_error([1], [2])',
    /sklearn/,
  ),
  row(
    noName('sklearn\\.metrics', 'plot_confusion_matrix'),
    'from sklearn.metrics import plot_confusion_matrix',
    'from sklearn.metrics import ConfusionMatrixDisplay',
  ),
  row(
    noName('sklearn\\.metrics', 'plot_roc_curve'),
    'from sklearn.metrics import plot_roc_curve',
    'from sklearn.metrics import RocCurveDisplay',
  ),
  row(
    noAttribute('\\w+', 'get_feature_names'),
    'PolynomialFeatures().fit(X).get_feature_names()',
    'PolynomialFeatures().fit(X).get_feature_names_out()',
  ),
  row(noOption('n_jobs', 'KMeans'), 'KMeans(n_jobs=2)', 'KMeans()'),
  row(
    noOption('multi_class', 'LogisticRegression'),
    'LogisticRegression(multi_class="ovr")',
    'OneVsRestClassifier(LogisticRegression())',
  ),
  row(
    noOption('min_impurity_split'),
    'DecisionTreeClassifier(min_impurity_split=0)',
    'DecisionTreeClassifier(min_impurity_decrease=0)',
  ),

  row(
    noName('scipy\\.misc', 'imread'),
    'from scipy.misc import imread',
    'from matplotlib.pyplot import imread',
  ),
  row(
    noName('scipy\\.misc', 'factorial|comb'),
    'from scipy.misc import factorial, comb',
    'from scipy.special import factorial, comb',
  ),
  row(
    noName('scipy\\.integrate', 'trapz'),
    'from scipy.integrate import trapz',
    'from scipy.integrate import trapezoid',
  ),
  row(
    noName('scipy\\.integrate', 'cumtrapz'),
    'from scipy.integrate import cumtrapz',
    'from scipy.integrate import cumulative_trapezoid',
  ),
  row(
    noName('scipy\\.integrate', 'simps'),
    'from scipy.integrate import simps',
    'from scipy.integrate import simpson',
  ),
  row(noAttribute('scipy', NUMPY), 'scipy.array([1])', 'np.array([1])'),
  row(noName('scipy', NUMPY), 'from scipy import angle', 'from numpy import angle'),
  row(
    noName('scipy\\.stats', 'itemfreq'),
    'from scipy.stats import itemfreq',
    'np.unique([1], return_counts=True)',
  ),
  row(
    noName('scipy\\.stats', 'median_absolute_deviation'),
    'from scipy.stats import median_absolute_deviation',
    'from scipy.stats import median_abs_deviation',
  ),
  row(
    noName('scipy\\.signal', '(?:hann|hamming|blackman|gaussian)'),
    'from scipy.signal import hann',
    'from scipy.signal.windows import hann',
  ),
  row(
    noName('scipy\\.stats', 'binom_test'),
    'from scipy.stats import binom_test',
    'from scipy.stats import binomtest',
  ),
];
