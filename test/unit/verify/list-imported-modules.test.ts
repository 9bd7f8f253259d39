import { expect, test } from 'vitest';
import { listImportedModules } from '../../../lib/verify/list-imported-modules.ts';

test.each([
  ['import pandas as pd', ['pandas']],
  ['import os, json as j , re', ['json', 'os', 're']],
  ['from sklearn.linear_model import LinearRegression', ['sklearn']],
  ['import matplotlib.pyplot as plt\nimport matplotlib', ['matplotlib']],
  ['try:\n    import polars\nexcept ImportError: pass', ['polars']],
  ['from . import a\nimportant = 1\n# import b', []],
])('%s', (source, modules) => {
  expect(listImportedModules([source])).toEqual(modules);
});
