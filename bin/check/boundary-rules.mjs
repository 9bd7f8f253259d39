/**
 * Who may import whom: the table that `check-boundaries.mjs` enforces. A layer always may import itself. A file of `lib`
 * that no layer claims is a violation, so that a new file cannot become a way around the rules.
 */

/** Pure and isomorphic; each imports only what is before it. */
const LADDER = [
  'util',
  'notebook',
  'quantities',
  'references',
  'protocol',
  'session',
  'observation',
  'stream',
];
/** The page, from what knows nothing of notebooks to whole pages; each imports only what comes before it. */
const COMPONENT_LADDER = ['ui', 'preferences', 'api', 'render', 'notebook', 'ask', 'panels', 'pages'];
const COMPONENTS = COMPONENT_LADDER.map((name) => `components/${name}`);
/** A question walks the analyst's rooms in this order; only `reply`, which asks each in turn, knows them all. */
const ANALYST_LADDER = ['query', 'read', 'write', 'load', 'answer', 'reply'];
const ANALYST = ANALYST_LADDER.map((name) => `analyst/${name}`);
const PORTS = ['model-port', 'kernel-port', 'store-port', 'tool-port', 'schedule-port'];

/**
 * @typedef {object} Layer
 * @property {string} name
 * @property {RegExp} files paths from the root, with forward slashes; the first layer that matches counts
 * @property {string[]} may names of layers it may import
 * @property {string[]} [mayType] names of layers it may import types from
 */

/** @type {Layer[]} */
export const LAYERS = [
  ...LADDER.map((name, index) => ({
    name,
    files: new RegExp(`^lib/${name}/`),
    may: LADDER.slice(0, index),
  })),
  { name: 'model-port', files: /^lib\/model\/model\.ts$/, may: LADDER },
  { name: 'kernel-port', files: /^lib\/kernel\/kernel\.ts$/, may: LADDER },
  { name: 'schedule-port', files: /^lib\/schedules\/schedule-queue\.ts$/, may: LADDER },
  { name: 'store-port', files: /^lib\/store\/store\.ts$/, may: [...LADDER, 'schedule-port'] },
  { name: 'tool-port', files: /^lib\/tools\/host-tool\.ts$/, may: [...LADDER, 'kernel-port'] },
  ...ANALYST_LADDER.map((name, index) => ({
    name: `analyst/${name}`,
    files: new RegExp(`^lib/analyst/${name}/`),
    may: [...LADDER, ...ANALYST.slice(0, index), ...(name === 'reply' ? ['model-port'] : [])],
  })),
  { name: 'analyst', files: /^lib\/analyst\//, may: [...LADDER, ...ANALYST, 'model-port'] },
  {
    name: 'model',
    files: /^lib\/model\//,
    may: [...LADDER, 'model-port', 'analyst', 'files'],
    mayType: ['config'],
  },
  { name: 'kernel', files: /^lib\/kernel\//, may: [...LADDER, 'kernel-port'] },
  { name: 'store', files: /^lib\/store\//, may: [...LADDER, 'store-port', 'schedule-port'] },
  { name: 'version', files: /^lib\/config\/version\.ts$/, may: [] },
  { name: 'tools', files: /^lib\/tools\//, may: [...LADDER, 'tool-port'] },
  { name: 'connections', files: /^lib\/connections\//, may: [...LADDER, 'tool-port', 'tools', 'files'] },
  {
    name: 'schedules',
    files: /^lib\/schedules\//,
    may: [...LADDER, 'store-port', 'schedule-port', 'verify', 'files'],
    mayType: ['runtime'],
  },
  { name: 'export', files: /^lib\/export\//, may: [...LADDER, 'version'] },
  { name: 'files', files: /^lib\/files\//, may: LADDER },
  { name: 'acp', files: /^lib\/acp\//, may: [...LADDER, 'export', 'analyst/load'] },
  { name: 'verify', files: /^lib\/verify\//, may: LADDER },
  { name: 'execution', files: /^lib\/execution\//, may: [...LADDER, 'kernel-port', 'tool-port'] },
  { name: 'agent', files: /^lib\/agent\//, may: [...LADDER, ...PORTS, 'execution'] },
  { name: 'runtime', files: /^lib\/runtime\//, may: [...LADDER, ...PORTS, 'execution', 'agent', 'verify'] },
  { name: 'telemetry', files: /^lib\/telemetry\//, may: [...LADDER, 'version'] },
  { name: 'config', files: /^lib\/config\//, may: ['util', 'protocol'] },
  { name: 'examples', files: /^lib\/app\/examples\.ts$/, may: [] },
  {
    name: 'container',
    files: /^lib\/app\/container\.ts$/,
    may: LADDER,
    mayType: [...PORTS, 'runtime', 'config', 'examples'],
  },
  { name: 'mcp', files: /^lib\/mcp\//, may: [...LADDER, 'container'], mayType: ['runtime'] },
  { name: 'web', files: /^lib\/web\//, may: [...LADDER, 'runtime', 'container'], mayType: ['store-port'] },
  {
    name: 'composition',
    files: /^lib\/app\//,
    may: [
      ...[
        ...LADDER,
        ...PORTS,
        'model',
        'analyst',
        'kernel',
        'store',
        'tools',
        'connections',
        'schedules',
        'export',
        'files',
        'execution',
      ],
      ...['agent', 'runtime', 'telemetry', 'config', 'examples', 'container', 'mcp', 'web', 'version'],
    ],
  },
  {
    name: 'library',
    files: /^lib\/(library\/|index\.ts$)/,
    may: [...LADDER, ...PORTS, 'config', 'container', 'composition', 'files'],
    mayType: ['runtime', 'tools'],
  },
  ...COMPONENT_LADDER.map((name, index) => ({
    name: `components/${name}`,
    files: new RegExp(`^components/${name}/`),
    may: [...LADDER, ...COMPONENT_LADDER.slice(0, index).map((lower) => `components/${lower}`)],
  })),
  { name: 'app', files: /^app\//, may: [...LADDER, ...COMPONENTS, 'container', 'web'] },
  {
    name: 'bin',
    files: /^bin\//,
    may: [...LADDER, 'config', 'container', 'composition', 'files', 'mcp', 'web', 'acp'],
    mayType: ['runtime'],
  },
];

/** Layers that run in the browser too: nothing they reach, at whatever distance, may be server code. */
export const ISOMORPHIC = [...LADDER, ...COMPONENTS];

/**
 * @typedef {object} PackageRule
 * @property {RegExp} packages import specifiers
 * @property {RegExp} only files that may import them
 * @property {number} [maxFiles] how many files may do so, default any number
 * @property {string} why
 */

/** @type {PackageRule[]} */
export const PACKAGE_RULES = [
  { packages: /^openai(\/|$)/, only: /^lib\/model\//, maxFiles: 1, why: 'one file knows the SDK' },
  {
    packages: /^@jupyterlab\//,
    only: /^(lib\/kernel\/|bench\/kernel\/services-loop\.ts$)/,
    maxFiles: 3,
    why: 'the kernel driver hides them, and is measured against them',
  },
  {
    packages: /^@modelcontextprotocol\//,
    only: /^lib\/(tools|mcp)\//,
    why: 'tools hide where they come from, and one folder speaks as a server',
  },
  {
    packages: /^@agentclientprotocol\//,
    only: /^(lib\/acp|bin\/acp|bin\/commands)\//,
    why: 'only editors are answered in their protocol',
  },
  { packages: /^ws$/, only: /^lib\/kernel\//, why: 'only kernels are reached by WebSocket' },
  { packages: /^(kysely(\/|$)|node:sqlite$)/, only: /^lib\/store\//, why: 'the store hides the database' },
  { packages: /^next(\/|$)/, only: /^(app|components|lib\/web)\//, why: 'the framework is the shell' },
  {
    packages: /^(react|react-dom|react-markdown)(\/|$)/,
    only: /^(app|components)\//,
    why: 'lib has no view',
  },
  { packages: /^@opentelemetry\//, only: /^lib\/telemetry\//, why: 'spans are made of events, in one place' },
  {
    packages: /^croner$/,
    only: /^lib\/schedules\//,
    maxFiles: 1,
    why: 'one file knows when a schedule runs',
  },
  { packages: /^commander$/, only: /^bin\//, why: 'only the command parses arguments' },
];
