/** Notebooks that no two runs of are equal. */
import { kept, type ProofCase } from '../case.ts';
import { LOAD, SALES } from './files.ts';

export const VARYING: readonly ProofCase[] = [
  {
    name: 'drawn without a seed',
    fault: null,
    cells: [
      kept('import numpy as np\nrng = np.random.default_rng()\nx = rng.normal(size=200)'),
      kept('x[:6]', 'varies'),
      kept('print(f"mean {x.mean():.3f} of {len(x)} values")', 'varies'),
      kept('len(x)'),
      kept('import matplotlib.pyplot as plt\nplt.scatter(range(200), x)\nplt.show()', 'varies'),
      kept('import pandas as pd\ndf = pd.DataFrame({"a": x, "b": -x})\ndf.describe()', 'varies'),
      kept('df', 'varies'),
      kept('df.a', 'varies'),
      kept('df[df.a > 0]', 'varies'),
      kept('df.columns'),
    ],
  },
  {
    name: 'random in the standard library',
    fault: null,
    cells: [
      kept('import random, uuid, secrets'),
      kept('random.random()', 'varies'),
      kept('print(uuid.uuid4())', 'varies'),
      kept('secrets.token_hex(8)', 'varies'),
      kept('deck = list(range(20)); random.shuffle(deck); deck', 'varies'),
      kept('sorted(deck) == list(range(20))'),
      kept('random.seed(4); [random.randint(1, 6) for _ in range(5)]'),
    ],
  },
  {
    name: 'the time as a number',
    fault: null,
    cells: [
      kept('import time, datetime'),
      kept('time.time()', 'varies'),
      kept('print(int(time.time() * 1000))', 'varies'),
      kept('datetime.datetime.now().microsecond', 'varies'),
      kept('id(object())', 'varies'),
      kept('import os\nos.getpid() > 0'),
    ],
  },
  {
    name: 'sets and hashes',
    isBoxed: true,
    fault: null,
    cells: [
      kept('names = {"Oslo", "Bergen", "Bodø", "Tromsø", "Molde", "Voss", "Hamar"}'),
      kept('names', 'same'),
      kept('print(names)', 'varies'),
      kept('list(names)', 'varies'),
      kept('for name in names: print(name)', 'varies'),
      kept('sorted(names)'),
      kept('hash("Oslo")', 'varies'),
      kept('{1, 2, 3}'),
    ],
  },
  {
    name: 'a model without a seed',
    fault: null,
    cells: [
      kept(
        'from sklearn.datasets import load_iris\nfrom sklearn.model_selection import train_test_split\nX, y = load_iris(return_X_y=True)',
      ),
      kept('parts = train_test_split(X, y)\nparts[0][:3]', 'varies'),
      kept(
        'from sklearn.ensemble import RandomForestClassifier\nRandomForestClassifier(10).fit(parts[0], parts[2]).feature_importances_',
        'varies',
      ),
      kept('[part.shape for part in parts]'),
    ],
  },
  {
    name: 'a random sample of rows',
    files: SALES,
    fault: null,
    cells: [
      kept(`${LOAD}.shape`),
      kept('big = pd.DataFrame({"n": range(1000)})\nbig.sample(5)', 'varies'),
      kept('big.sample(300).n.sum()', 'varies'),
      kept('import random\nkeep = random.randint(3, 400)\nbig.head(keep)', 'varies'),
      kept('for n in range(random.randint(5, 5000)): print(n)', 'varies'),
    ],
  },
  {
    name: 'the network',
    isBoxed: true,
    fault: null,
    cells: [
      {
        source: 'import urllib.request\nprint(urllib.request.urlopen("http://data.example/x").status)',
        made: 'print(200)',
        label: 'not-run',
      },
      {
        source: '!pip install nothing-of-this-name',
        made: 'print("Successfully installed")',
        label: 'not-run',
      },
      kept('print("local")'),
    ],
  },
];
