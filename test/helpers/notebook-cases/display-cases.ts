/** Rich output, display ids, clearing and widgets. */
import type { NotebookCase } from './notebook-case.ts';

const PNG =
  'import base64\npng = base64.b64decode("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==")';

/** A widget as ipywidgets makes one, without the package: a comm whose data hold its state. */
const WIDGET = `from comm import create_comm
def widget(model_id, model, module, **state):
    state |= {"_model_name": model, "_model_module": module, "_model_module_version": "2.0.0"}
    return create_comm(target_name="jupyter.widget", comm_id=model_id, metadata={"version": "2.1.0"},
                       data={"state": state, "buffer_paths": []})
def update(comm, **state):
    comm.send({"method": "update", "state": state, "buffer_paths": []})
def show(model_id):
    display({"application/vnd.jupyter.widget-view+json": {"model_id": model_id, "version_major": 2, "version_minor": 0},
             "text/plain": "a widget"}, raw=True)`;

const CAPTURE = `import sys
class capture:
    def __init__(self, comm): self.comm = comm
    def __enter__(self):
        update(self.comm, msg_id=get_ipython().kernel.get_parent()["header"]["msg_id"])
    def __exit__(self, *_):
        sys.stdout.flush(); sys.stderr.flush()
        update(self.comm, msg_id="")
out = widget("out-1", "OutputModel", "@jupyter-widgets/output", msg_id="", outputs=[])
received = []
out.on_msg(lambda message: received.append(message["content"]["data"]["state"]["outputs"]))`;

export const DISPLAY_CASES: NotebookCase[] = [
  { name: 'results', cells: ['1 + 1', 'None', '2 + 2;', '_ + 1', '[1, 2.5, "x", None]'] },
  {
    name: 'HTML, Markdown, LaTeX, SVG, JavaScript',
    cells: [
      'from IPython.display import HTML, Markdown, Latex, Math, SVG, Javascript\ndisplay(HTML("<b>bold</b>\\n<i>x</i>"), Markdown("*a*\\n\\n- b"))',
      'display(Latex(r"$\\int x$"), Math(r"\\frac{1}{2}"))',
      "SVG(\"<svg xmlns='http://www.w3.org/2000/svg' width='4' height='4'>\\n<rect width='2' height='2'/>\\n</svg>\")",
      'Javascript("1;\\n2;")',
    ],
  },
  {
    name: 'images and their metadata',
    cells: [
      `from IPython.display import Image\n${PNG}\nImage(png, width=20, height=10)`,
      'display(Image(png, retina=True))',
    ],
  },
  {
    name: 'JSON with big numbers',
    cells: [
      'from IPython.display import JSON\ndisplay(JSON({"big": 12345678901234567890, "neg": -98765432109876543210, "pi": 3.141592653589793, "list": [9007199254740993]}))',
      'display(JSON([1e300, 1e-7, True, None, "é"]))',
    ],
  },
  {
    name: 'own MIME types and metadata',
    cells: [
      'display({"application/vnd.my+json": {"a": [1]}, "text/x-mine": "l1\\nl2"}, raw=True, metadata={"k": {"v": 1}})',
    ],
  },
  {
    name: 'pandas',
    cells: [
      'import pandas as pd\ndf = pd.DataFrame({"a": [1, 2], "b": ["x", None]})\ndf',
      'df.describe()',
      'df.a',
      'print(df)',
    ],
  },
  {
    name: 'Styler',
    cells: ['import pandas as pd\npd.DataFrame({"a": [1, 2]}).style.set_uuid("u").format("{:.1f}")'],
  },
  {
    name: 'matplotlib, several figures',
    cells: [
      'import matplotlib.pyplot as plt\nfor i in range(2):\n    plt.figure(figsize=(1, 1)); plt.plot([i, 1])',
      'fig, ax = plt.subplots(figsize=(1, 1)); ax.bar([1], [2])\nprint("text before the figure")',
      'fig',
    ],
  },
  {
    name: '%matplotlib and its formats',
    ownKernel: true,
    cells: [
      '%matplotlib inline\n%config InlineBackend.figure_formats = ["svg"]\nimport matplotlib as mpl, matplotlib.pyplot as plt\nmpl.rcParams["svg.hashsalt"] = "s"; mpl.rcParams["svg.fonttype"] = "none"',
      'plt.figure(figsize=(1, 1)); plt.plot([1, 2]); plt.show(); print("after")',
    ],
  },
  {
    name: 'display ids across cells',
    cells: [
      'h = display("first", display_id="one")\ndisplay("other")',
      'print("x")\nh.update("second")',
      'display("third", display_id="one")',
    ],
  },
  {
    name: 'nested display updates',
    cells: [
      'a = display("a0", display_id=True); b = display("b0", display_id=True)\nfor i in range(3):\n    a.update(f"a{i}")\n    b.update({"text/plain": f"b{i}"}, raw=True, metadata={"i": i})',
      'from IPython.display import update_display\nupdate_display("nobody", display_id="unknown")\na.update("end")',
    ],
  },
  {
    name: 'display id of a result',
    cells: [
      'display("x", display_id="r")\nfrom IPython.display import HTML\nHTML("<p>r</p>")',
      'from IPython.display import update_display\nupdate_display("y", display_id="r")',
    ],
  },
  {
    name: 'clear_output in a loop',
    cells: [
      'from IPython.display import clear_output\nfor i in range(5):\n    clear_output(wait=True)\n    print("step", i)\n    display(i)',
      'for i in range(3):\n    print(i, flush=True)\n    clear_output()\nprint("left")',
    ],
  },
  {
    name: 'clear_output that nothing follows',
    cells: [
      'from IPython.display import clear_output\nprint("kept", flush=True)\nclear_output(wait=True)',
      'print("gone", flush=True)\nclear_output()',
    ],
  },
  {
    name: 'clear_output before an error',
    cells: ['from IPython.display import clear_output\nprint("a", flush=True)\nclear_output(wait=True)\n1/0'],
  },
  {
    name: 'a cleared display is not updated',
    cells: [
      'from IPython.display import clear_output\nh = display("x", display_id=True)\nclear_output()\nprint("y")\nh.update("z")',
    ],
  },
  {
    name: 'widget state and views',
    cells: [
      `${WIDGET}\nslider = widget("slider-1", "IntSliderModel", "@jupyter-widgets/controls", value=3, big=2**70, ratio=1.0)\nshow("slider-1")`,
      'update(slider, value=7, description="näme")',
      'slider.send({"method": "custom", "content": {"event": "ignored"}})\nslider.close()',
    ],
  },
  {
    name: 'widget buffers',
    cells: [
      `${WIDGET}\nimage = create_comm(target_name="jupyter.widget", comm_id="image-1", metadata={"version": "2.1.0"}, buffers=[b"\\x00\\x01binary", b"two"], data={"state": {"_model_name": "ImageModel", "_model_module": "@jupyter-widgets/controls", "_model_module_version": "2.0.0"}, "buffer_paths": [["value"], ["more", 0]]})`,
      'image.send({"method": "update", "state": {}, "buffer_paths": [["value"]]}, buffers=[b"new"])',
    ],
  },
  {
    name: 'Output widget takes outputs',
    cells: [
      `${WIDGET}\n${CAPTURE}\nshow("out-1")`,
      'with capture(out):\n    print("inside"); print("more")\n    display("rich")\nprint("outside")',
      '[each.get("text") or each["data"] for each in received[-1]]',
    ],
  },
  {
    name: 'Output widget cleared',
    cells: [
      `${WIDGET}\n${CAPTURE}\nfrom IPython.display import clear_output`,
      'with capture(out):\n    print("a", flush=True); clear_output(wait=True); print("b", flush=True)',
      'with capture(out):\n    clear_output()',
    ],
  },
  {
    name: 'Output widgets nested',
    cells: [
      `${WIDGET}\n${CAPTURE}\ninner = widget("out-2", "OutputModel", "@jupyter-widgets/output", msg_id="", outputs=[])`,
      'with capture(out):\n    print("outer", flush=True)\n    with capture(inner):\n        print("inner")\n    print("outer again")',
    ],
  },
  {
    name: 'comm that is not a widget',
    cells: [
      'from comm import create_comm\nc = create_comm(target_name="mine", data={"x": 1})\nc.send({"y": 2})\nprint("ok")',
    ],
  },
];
