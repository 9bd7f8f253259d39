/**
 * Notebooks that others have published, with what each cell that has code should get in the environment of the kernels.
 * Labeled by reading code, published outputs, docs/verification.md, and the sources of the installed packages, before
 * anything had run them.
 */
import { type ProofCase, published } from '../case.ts';

const CLIENT = 'nbclient-0.11.0/tests/files';
const CONVERT = 'nbconvert-7.17.2/tests';
const DIME = 'nbdime-4.0.4/nbdime/tests/files';
const FORMAT = 'nbformat-5.11.1/tests';
const NBVAL = 'nbval-0.11.0';
const MILL = 'papermill-2.7.0/papermill/tests/notebooks';
const STUDY = 'pandass_library-0.1.0/pandass/data';

export const PUBLISHED: readonly ProofCase[] = [
  published(`${CLIENT}/Autokill.ipynb`, ['not-run']),
  published(
    `${CLIENT}/Clear Output.ipynb`,
    Array.from({ length: 12 }, () => 'same'),
  ),
  published(`${CLIENT}/Disable Stdin.ipynb`, ['not-run']),
  // The picture that it reads is not there.
  published(`${CLIENT}/Inline Image.ipynb`, ['same', 'failed']),
  published(`${CLIENT}/Interrupt.ipynb`, ['not-run', 'same'], { timeoutMs: 3_000 }),
  // What is written into an Output widget is not an output of the cell.
  published(`${CLIENT}/Output.ipynb`, [
    'not-comparable',
    'same',
    'same',
    'not-comparable',
    'same',
    'not-comparable',
    'same',
    'not-comparable',
    'same',
    'not-comparable',
    'same',
    'not-comparable',
    'not-comparable',
    'same',
  ]),
  published(`${CLIENT}/Skip Execution with Cell Tag.ipynb`, ['not-run', 'same']),
  published(`${CLIENT}/Sleep1s.ipynb`, ['same', 'same', 'not-comparable', 'not-comparable']),
  // Before 3.8, Python sorted the attributes of an element.
  published(`${CLIENT}/SVG.ipynb`, ['same', 'differs']),
  published(`${CLIENT}/update-display-id.ipynb`, ['same', 'same', 'same', 'same', 'same', 'same']),

  published(`${NBVAL}/docs/source/index.ipynb`, [
    'same',
    'same',
    'same',
    'varies',
    // As many lines as a random number from 1 to 7.
    'varies',
    // The time of day varies, but the date in the next line is another one.
    'differs',
    'varies',
    'same',
    'not-comparable',
    'same',
    // It raises a SyntaxError where a RuntimeError is shown.
    'differs',
    'same',
    'same',
    // A picture of an older Matplotlib.
    'differs',
    'same',
  ]),
  published(`${NBVAL}/tests/exceptions.ipynb`, ['same', 'same', 'varies', 'same', 'same']),
  published(`${NBVAL}/tests/sample_notebook.ipynb`, [
    'same',
    'same',
    // Four times `datetime.now()`, the moment of the run.
    'same',
    'same',
    'same',
    'same',
    'same',
    'same',
    // That moment in words of its own.
    'same',
    // A picture of Matplotlib 2.
    'differs',
    'same',
    // Never run by their authors. The first label was `failed`, because they raise an error.
    'not-comparable',
    'not-comparable',
  ]),
  published(`${NBVAL}/tests/ipynb-test-samples/test-exceptions-fail-storedmismatch.ipynb`, ['differs']),
  // The second has run and shows nothing, though it prints.
  published(`${NBVAL}/tests/ipynb-test-samples/test-stream-fail-missingoutput.ipynb`, [
    'same',
    'differs',
    'same',
  ]),
  published(`${NBVAL}/tests/ipynb-test-samples/test-stream-pass-missing-unexecuted-output.ipynb`, [
    'same',
    'not-comparable',
    'same',
  ]),
  published(`${NBVAL}/tests/test_coalesce.ipynb`, ['same', 'same', 'same', 'same', 'same', 'same']),

  // The words of `%pylab`, and the class of what `hist` returns, are others now.
  published(`${CONVERT}/exporters/files/notebook2.ipynb`, [
    'differs',
    'same',
    'same',
    'same',
    'same',
    'same',
    'differs',
  ]),
  published(`${CONVERT}/exporters/files/rst_output.ipynb`, ['same', 'same']),
  published(`${CONVERT}/exporters/files/svg.ipynb`, ['differs']),
  // IPython no longer has the function that it imports.
  published(`${CONVERT}/files/markdown_display_priority.ipynb`, ['failed']),
  // SymPy is not installed.
  published(`${CONVERT}/files/notebook1.ipynb`, ['failed', 'failed', 'failed', 'failed', 'failed']),

  published(`${FORMAT}/many_tracebacks.ipynb`, ['differs']),
  // Objects of IPython showed their address, and the last cell needs the network.
  published(`${FORMAT}/test4.5.ipynb`, ['same', 'differs', 'differs', 'not-run']),
  published(`${FORMAT}/test4custom.ipynb`, ['same']),

  published(`${MILL}/gcs/gcs_in/gcs-simple_notebook.ipynb`, [
    'same',
    'same',
    'same',
    'same',
    'same',
    'same',
    'same',
  ]),
  published(`${MILL}/test_autosave.ipynb`, ['differs']),
  // Its third cell imports a package that is not installed.
  published(`${MILL}/test_logging.ipynb`, ['same', 'same', 'failed']),

  published(`${DIME}/foo--1.ipynb`, ['differs', 'same']),
  // A syntax error names the file of the cell, and no rule puts its former name aside.
  published(`${DIME}/mixed-conflicts--3.ipynb`, ['differs', 'same', 'same', 'differs']),
  published(`${DIME}/src-and-output--1.ipynb`, [
    'same',
    'same',
    'not-comparable',
    'same',
    'not-comparable',
    'same',
  ]),

  // Data that is not in the package is written from the table that the notebook shows.
  published(
    `${STUDY}/knn_library.ipynb`,
    // A model says in its HTML how many were shown before it.
    ['same', 'same', 'same', 'same', 'same', 'differs', 'same'],
    {
      files: {
        'KNN.csv':
          'X1,X2,Y\n2,5,1\n7,6,1\n2,1,1\n1,7,1\n2,7,1\n7,5,1\n1,6,1\n3,3,1\n4,7,1\n6,3,1\n12,10,0\n10,7,0\n13,15,0\n15,7,0\n10,15,0\n10,10,0\n15,10,0\n12,8,0\n12,11,0\n7,13,0\n7,5,?\n',
      },
    },
  ),
  published(
    `${STUDY}/lda_manual_and_library.ipynb`,
    [
      'same',
      'same',
      // Matplotlib 3.11 draws text in another way.
      'differs',
      'same',
      'same',
      'same',
      'same',
      // pandas 3 no longer warns.
      'differs',
      'same',
      'differs',
      'same',
      'same',
      'same',
      // An eigenvalue of 0, shown as 4.44089210e-16. The first label was `differs`, but it is rounded to the same here.
      'same',
      'same',
      'same',
      'same',
      'same',
      'differs',
      'same',
      // The path in a warning is one of Windows.
      'differs',
      'same',
    ],
    {
      files: {
        'lda.csv': 'X1,X2,Group\n4,1,1\n2,4,1\n2,3,1\n3,6,1\n4,4,1\n9,10,2\n6,8,2\n9,5,2\n8,7,2\n10,8,2\n',
      },
    },
  ),
];
