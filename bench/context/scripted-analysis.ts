/**
 * The replies of a fifty-step analysis of the bundled tables, as a careful model would write them: looks at the data,
 * tables, figures, prints, plots, and mistakes that it corrects. Written by hand; what the code prints is real.
 */

/** Workspace files that the replies read. */
export const FILES = ['penguins.csv', 'seattle-weather.csv', 'global-temp.csv'] as const;

export const TASK = `Study the three tables (${FILES.join(', ')}) thoroughly and report what is worth knowing of each.`;

export const ANSWER =
  'Penguin species differ most in flipper length, Seattle is driest in July, and the globe has warmed by about 1.1 °C since 1880.';

/** Words and code of each step. */
const STEPS: readonly (readonly [words: string, code: string])[] = [
  [
    'I load the first table and look at it.',
    "import pandas as pd\nimport numpy as np\nimport matplotlib.pyplot as plt\npenguins = pd.read_csv('penguins.csv')\nprint(penguins.shape)\npenguins.info()\npenguins.head(20)",
  ],
  [
    'Which values are missing?',
    'missing = penguins.isna().sum()\nprint(missing)\npenguins[penguins.isna().any(axis=1)]',
  ],
  [
    'I look at the spread of the figures.',
    "print(penguins.describe(include='all').T.to_string())\nfor column in ['species', 'island', 'sex', 'year']:\n    print(penguins[column].value_counts(dropna=False))",
  ],
  [
    'Rows without measurements say nothing, so I leave them out.',
    "complete = penguins.dropna(subset=['bill_length_mm']).copy()\nprint(len(penguins), '->', len(complete))",
  ],
  [
    'How many of each species live on each island?',
    "by_island = pd.crosstab(complete['species'], complete['island'], margins=True)\nby_island",
  ],
  [
    'I compare the species.',
    "numbers = ['bill_length_mm', 'bill_depth_mm', 'flipper_length_mm', 'body_mass_g']\nspecies_means = complete.groupby('species')[numbers].agg(['mean', 'std', 'min', 'median', 'max']).round(2)\nprint(species_means.T.to_string())\ncomplete.groupby(['species', 'island', 'sex'])[numbers].describe().T.round(1)",
  ],
  [
    'And the sexes within them.',
    "by_sex = complete.groupby(['species', 'sex'])[numbers].mean().round(1)\nby_sex",
  ],
  [
    'A picture of length and depth.',
    "fig, axis = plt.subplots(figsize=(7, 5))\nfor name, group in complete.groupby('species'):\n    axis.scatter(group['bill_length_mm'], group['bill_depth_mm'], label=name, alpha=0.7)\naxis.set_xlabel('Bill length (mm)')\naxis.set_ylabel('Bill depth (mm)')\naxis.set_title('Bills of three species')\naxis.legend()\nplt.show()",
  ],
  [
    'How do the measurements go together?',
    'correlations = complete[numbers].corr().round(3)\nprint(correlations.to_string())',
  ],
  [
    'Over all species, bills that are longer seem less deep. Within species?',
    "for name, group in complete.groupby('specie'):\n    print(name, group['bill_length_mm'].corr(group['bill_depth_mm']))",
  ],
  [
    'The column is called species.',
    "within = {}\nfor name, group in complete.groupby('species'):\n    within[name] = group['bill_length_mm'].corr(group['bill_depth_mm'])\n    print(f'{name}: r = {within[name]:.3f} (n = {len(group)})')",
  ],
  [
    'So the sign turns: Simpson’s paradox. I fit a line for each species.',
    "slopes = {}\nfor name, group in complete.groupby('species'):\n    slope, intercept = np.polyfit(group['bill_length_mm'], group['bill_depth_mm'], 1)\n    slopes[name] = (slope, intercept)\n    residuals = group['bill_depth_mm'] - (slope * group['bill_length_mm'] + intercept)\n    print(f'{name:10s} slope {slope:.3f}, intercept {intercept:.2f}, residual sd {residuals.std():.3f}')",
  ],
  [
    'Has body mass changed over the years?',
    "by_year = complete.groupby(['species', 'island', 'year'])[numbers].agg(['count', 'mean', 'std']).round(1)\nprint(by_year.to_string())",
  ],
  [
    'I draw the masses.',
    "fig, axes = plt.subplots(1, 3, figsize=(12, 4), sharey=True)\nfor axis, (name, group) in zip(axes, complete.groupby('species')):\n    axis.hist(group['body_mass_g'], bins=15)\n    axis.set_title(name)\n    axis.set_xlabel('Body mass (g)')\nplt.tight_layout()\nplt.show()",
  ],
  [
    'The heaviest and lightest of each.',
    "heaviest = complete.sort_values('body_mass_g', ascending=False).groupby('species').head(10)\nprint(heaviest.to_string(index=False))\nlightest = complete.sort_values('body_mass_g').groupby('species').head(10)\nprint(lightest.to_string(index=False))",
  ],
  [
    'A simple rule to tell species apart.',
    "def classify(row):\n    if row['flipper_length_mm'] > 205:\n        return 'Gentoo'\n    return 'Chinstrap' if row['bill_length_mm'] > 43.5 else 'Adelie'\n\ncomplete['guess'] = complete.apply(classify, axis=1)\nconfusion = pd.crosstab(complete['species'], complete['guess'])\naccuracy = (complete['species'] == complete['guess']).mean()\nprint(confusion)\nprint(f'accuracy {accuracy:.3f}')",
  ],
  [
    'Which ones does it get wrong?',
    "wrong = complete[complete['species'] != complete['guess']]\nprint(wrong.drop(columns=['year']).to_string())",
  ],
  [
    'Now the weather.',
    "weather = pd.read_csv('seattle-weather.csv', parse_dates=['date'])\nprint(weather.shape, weather['date'].min(), weather['date'].max())\nweather.info()\nprint(weather.head(15).to_string())\nweather.describe()",
  ],
  [
    'Are days missing or double?',
    "days = pd.date_range(weather['date'].min(), weather['date'].max())\nprint('missing', len(days.difference(weather['date'])), 'double', weather['date'].duplicated().sum())\nweather['weather'].value_counts()",
  ],
  [
    'Rain by month.',
    "weather['month'] = weather['date'].dt.month\nweather['year'] = weather['date'].dt.year\nrain = weather.pivot_table(index='month', columns='year', values='precipitation', aggfunc='sum').round(1)\nprint(rain.to_string())\nwet_days = weather[weather['precipitation'] > 0].pivot_table(index='month', columns='year', values='precipitation', aggfunc=['count', 'max', 'median']).round(1)\nprint(wet_days.to_string())",
  ],
  [
    'Temperatures by month.',
    "temperatures = weather.groupby('month')[['temp_max', 'temp_min', 'wind', 'precipitation']].agg(['mean', 'max', 'min', 'std']).round(1)\nprint(temperatures.to_string())",
  ],
  [
    'A year in a picture.',
    "monthly = weather.groupby('month')[['temp_max', 'temp_min']].mean()\nfig, axis = plt.subplots(figsize=(8, 4))\nmonthly.plot(ax=axis)\naxis.set_title('Mean temperatures by month')\naxis.set_ylabel('°C')\nplt.show()",
  ],
  [
    'The wettest days.',
    "wettest = weather.nlargest(30, 'precipitation')\nprint(wettest.to_string(index=False))",
  ],
  [
    'The longest dry and wet spells.',
    "wet = weather['precipitation'] > 0\nspell = (wet != wet.shift()).cumsum()\nspells = weather.groupby(spell).agg(start=('date', 'min'), days=('date', 'size'), total=('precipitation', 'sum'))\nspells['wet'] = wet.groupby(spell).first()\nprint(spells.sort_values('days', ascending=False).head(30).to_string())",
  ],
  [
    'How often does a kind of weather follow another?',
    "transitions = pd.crosstab(weather['weather'], weather['weather'].shift(-1), normalize='index').round(3)\nprint(transitions)",
  ],
  [
    'Does wind go with rain?',
    "weather['windy'] = pd.qcut(weather['wind'], 5)\nwind_rain = weather.groupby('windy', observed=True)['precipitation'].agg(['mean', 'median', 'count']).round(2)\nwind_rain",
  ],
  [
    'I try a trend over the four years.',
    "trend = np.polyfit(weather['date'], weather['temp_max'], 1)\nprint(trend)",
  ],
  [
    'Dates must be numbers for that.',
    "ordinal = weather['date'].map(pd.Timestamp.toordinal)\ntrend = np.polyfit(ordinal, weather['temp_max'], 1)\nprint(f'{trend[0] * 365.25:.3f} °C a year')\nanomaly = weather['temp_max'] - weather.groupby('month')['temp_max'].transform('mean')\nclean_trend = np.polyfit(ordinal, anomaly, 1)\nprint(f'{clean_trend[0] * 365.25:.3f} °C a year without the seasons')",
  ],
  [
    'Month by month, year by year.',
    "heat = weather.pivot_table(index='year', columns='month', values='temp_max').round(1)\nprint(heat.to_string())\nprint(weather.groupby(['year', 'month'])[['temp_max', 'temp_min', 'wind']].mean().round(1).to_string())\nrange_by_month = (weather['temp_max'] - weather['temp_min']).groupby(weather['month']).describe().round(2)\nrange_by_month",
  ],
  [
    'Snow days in full.',
    "snow = weather[weather['weather'] == 'snow']\nprint(snow[['date', 'precipitation', 'temp_max', 'temp_min', 'wind']].to_string(index=False))",
  ],
  [
    'Frost and heat.',
    "frost = weather[weather['temp_min'] < 0].groupby(['year', 'month']).size().unstack(fill_value=0)\nheat_days = weather[weather['temp_max'] > 30].groupby(['year', 'month']).size().unstack(fill_value=0)\nprint(frost)\nprint(heat_days)",
  ],
  [
    'A heat map of rain.',
    "fig, axis = plt.subplots(figsize=(8, 4))\nimage = axis.imshow(rain.T, aspect='auto', cmap='Blues')\naxis.set_title('Rain by month and year')\naxis.set_xlabel('Month')\nfig.colorbar(image)\nplt.show()",
  ],
  [
    'Now the global temperatures.',
    "globe = pd.read_csv('global-temp.csv')\nprint(globe.shape, globe.isna().sum().to_dict())\nprint(globe.head(25).to_string())\nprint(globe.tail(25).to_string())",
  ],
  [
    'Decades.',
    "globe['decade'] = globe['year'] // 10 * 10\ndecades = globe.groupby('decade')['temp'].agg(['mean', 'min', 'max', 'count']).round(3)\ndecades",
  ],
  [
    'The line.',
    "fig, axis = plt.subplots(figsize=(8, 4))\naxis.plot(globe['year'], globe['temp'])\naxis.axhline(0, color='grey')\naxis.set_title('Global temperature anomaly')\nplt.show()",
  ],
  [
    'A trend for the whole time and for parts.',
    "for first, last in [(1880, 1950), (1950, 1980), (1980, globe['year'].max()), (1880, globe['year'].max())]:\n    part = globe[globe['year'].between(first, last)]\n    slope, intercept = np.polyfit(part['year'], part['temp'], 1)\n    print(f'{first}-{last}: {slope * 10:+.3f} °C a decade, r = {part[\"year\"].corr(part[\"temp\"]):.3f}, n = {len(part)}')",
  ],
  [
    'Running means.',
    "for window in (5, 10, 20):\n    globe[f'mean_{window}'] = globe['temp'].rolling(window, center=True).mean()\nprint(globe.iloc[::4].round(3).to_string())",
  ],
  [
    'The warmest and coldest years.',
    "print(globe.nlargest(25, 'temp')[['year', 'temp']].to_string(index=False))\nprint(globe.nsmallest(25, 'temp')[['year', 'temp']].to_string(index=False))",
  ],
  [
    'Where does the slope change?',
    "best = None\nfor year in range(1900, 2000):\n    left, right = globe[globe['year'] <= year], globe[globe['year'] > year]\n    error = sum(np.polyfit(part['year'], part['temp'], 1, full=True)[1][0] for part in (left, right))\n    if best is None or error < best[1]:\n        best = (year, error)\nprint('breakpoint', best)",
  ],
  [
    'Residuals around that.',
    "left, right = globe[globe['year'] <= best[0]], globe[globe['year'] > best[0]]\nfor label, part in (('before', left), ('after', right)):\n    line = np.poly1d(np.polyfit(part['year'], part['temp'], 1))\n    rest = part['temp'] - line(part['year'])\n    print(label, rest.describe().round(4).to_dict(), f'lag-1 r {rest.autocorr():.3f}')",
  ],
  [
    'I use statsmodels for an interval.',
    "import statsmodels_missing as sm\nmodel = sm.OLS(globe['temp'], globe['year']).fit()",
  ],
  [
    'It is not there: I take a bootstrap.',
    "rng = np.random.default_rng(0)\nrecent = globe[globe['year'] >= 1980]\nslopes_boot = []\nfor _ in range(500):\n    sample = recent.sample(len(recent), replace=True, random_state=rng.integers(1 << 31))\n    slopes_boot.append(np.polyfit(sample['year'], sample['temp'], 1)[0] * 10)\nprint(np.percentile(slopes_boot, [2.5, 50, 97.5]).round(4))",
  ],
  [
    'All anomalies, to have them before my eyes.',
    "for _, row in globe.iterrows():\n    print(int(row['year']), row['temp'], '#' * max(0, int((row['temp'] + 0.6) * 40)))",
  ],
  [
    'Back to the penguins: principal components.',
    "scaled = (complete[numbers] - complete[numbers].mean()) / complete[numbers].std()\nvalues, vectors = np.linalg.eigh(scaled.cov())\norder = values.argsort()[::-1]\nprint('explained', (values[order] / values.sum()).round(3))\nprint(pd.DataFrame(vectors[:, order], index=numbers).round(3).to_string())",
  ],
  [
    'Scores by species.',
    "scores = pd.DataFrame(scaled.to_numpy() @ vectors[:, order][:, :2], columns=['pc1', 'pc2'])\nscores['species'] = complete['species'].to_numpy()\nscores.groupby('species').describe().round(2).T",
  ],
  [
    'And drawn.',
    "fig, axis = plt.subplots()\nfor name, group in scores.groupby('species'):\n    axis.scatter(group['pc1'], group['pc2'], label=name, s=12)\naxis.set_title('Penguins by two components')\naxis.legend()\nplt.show()",
  ],
  [
    'Are the islands different for Adelie?',
    "adelie = complete[complete['species'] == 'Adelie']\nprint(adelie.groupby('island')[numbers].agg(['mean', 'std', 'count']).round(2).T.to_string())\nprint(adelie.groupby(['island', 'sex', 'year'])[numbers].mean().round(1).to_string())",
  ],
  [
    'A permutation test of that.',
    "groups = [group['body_mass_g'].to_numpy() for _, group in adelie.groupby('island')]\nobserved = np.var([group.mean() for group in groups])\npool = np.concatenate(groups)\ncounts = np.cumsum([len(group) for group in groups])[:-1]\nhits = sum(np.var([part.mean() for part in np.split(rng.permutation(pool), counts)]) >= observed for _ in range(2000))\nprint(f'p = {hits / 2000:.3f}')",
  ],
  [
    'I collect the results.',
    "summary = {'penguins': len(complete), 'accuracy': round(accuracy, 3), 'wettest month': int(rain.mean(axis=1).idxmax()), 'driest month': int(rain.mean(axis=1).idxmin()), 'breakpoint': best[0]}\nfor key, value in summary.items():\n    print(f'{key}: {value}')",
  ],
  [
    'One last look at warming since the start.',
    "first, last = globe['temp'].head(20).mean(), globe['temp'].tail(10).mean()\nprint(f'{first:.3f} -> {last:.3f}: {last - first:+.2f} °C')",
  ],
];

export const REPLIES: readonly string[] = STEPS.map(
  ([words, code]) => `${words}\n\n\`\`\`python\n${code}\n\`\`\``,
);

/** What the scripted model writes when it is asked to sum up, by how often it was asked before. */
export const SUMMARIES: readonly string[] = [
  `**Task**: study penguins.csv, seattle-weather.csv and global-temp.csv and report what is worth knowing.

**Penguins**: as in \`penguins\`, \`complete\` (342 rows), \`species_means\`, \`by_sex\`. Gentoo only on Biscoe, Chinstrap only on Dream. Bill length and depth: negative over all, positive within species. \`classify\` works well (\`accuracy\`).

**Weather** (\`weather\` 1461×9, daily 2012-2015, no day missing or double; added \`month\`, \`year\`, \`windy\`): \`rain\` holds rain by month and year, driest in July, wettest in November to March; \`spells\` the wet and dry spells; \`transitions\` what weather follows what. Dates must be made ordinals before a fit.

**Global temperature** (\`globe\` 144 rows from 1880): loaded.

**Left to do**: trends of the global temperature, then the answer.`,
  `**Task**: study penguins.csv, seattle-weather.csv and global-temp.csv and report what is worth knowing.

**Penguins**: \`complete\` (342 rows); Gentoo only on Biscoe, Chinstrap only on Dream; Simpson's paradox in bills; \`classify\` and \`accuracy\`.

**Weather**: \`weather\`, \`rain\`; driest in July. **Globe**: \`globe\` with \`decade\` and running means; \`decades\`; the trend is steepest since 1980; \`best\` holds the breakpoint. statsmodels is not installed; \`slopes_boot\` holds a bootstrap instead.

**Left to do**: components of the penguins, then the answer.`,
];
