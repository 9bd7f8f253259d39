/** A notebook file as what a session's log takes in: its cells with their outputs, its widgets, its own facts. */
import { z } from 'zod';
import { fromNbformatOutput } from '../../notebook/from-nbformat-output.ts';
import { toMimeBundle } from '../../notebook/mime-value.ts';
import { type FileCell, isRecord, type NotebookFile, readSource } from '../../notebook/notebook-file.ts';
import type { MimeBundle, Output } from '../../notebook/output.ts';
import { WidgetBuffer, type WidgetUpdate } from '../../notebook/widget-model.ts';
import { MAX_SOURCE_LENGTH } from '../../protocol/cells/cell-change.ts';
import { CellLanguage } from '../../protocol/cells/cell-language.ts';
import type { ImportedCell, UnknownCell } from '../../protocol/sessions/notebook-import.ts';
import { AppError, toMessage } from '../../util/app-error.ts';
import { isModestJson, measureJson } from '../../util/is-modest-json.ts';
import { readCode } from '../cell-code.ts';

export interface CellWithOutputs {
  cell: ImportedCell;
  outputs: Output[];
}

export interface NotebookParts {
  metadata: Record<string, unknown>;
  cells: CellWithOutputs[];
  widgets: WidgetUpdate[];
}

const KNOWN_MINOR = 5;
const KNOWN_TYPES = ['code', 'markdown', 'raw'] as const;
const MAX_CELLS = 10_000;
/** Longest metadata of a cell or the notebook, and longest state of a widget, characters; longer ones are left out. */
const MAX_METADATA_LENGTH = 64 * 1024;
const MAX_WIDGET_LENGTH = 1024 * 1024;
const WIDGET_STATE = 'application/vnd.jupyter.widget-state+json';

/** Throws AppError `bad-request`, a fragment of a sentence, for cells that no notebook can have. */
export function fromNotebook({ metadata, cells, nbformat_minor: minor }: NotebookFile): NotebookParts {
  if (cells.length > MAX_CELLS) {
    throw new AppError('bad-request', `it has more than ${MAX_CELLS.toLocaleString('en-US')} cells`);
  }
  const { widgets, ...rest } = metadata;
  return {
    metadata: toModest(rest),
    cells: cells.map((cell, index) => toCell(cell, index, minor)),
    widgets: readWidgets(widgets),
  };
}

function toCell(cell: FileCell, index: number, minor: number): CellWithOutputs {
  const source = readSource(cell);
  const where = `its cell ${index + 1}`;
  if (source.length > MAX_SOURCE_LENGTH)
    throw new AppError('bad-request', `${where} is longer than 500,000 characters`);
  const known = KNOWN_TYPES.find((type) => type === cell.cell_type);
  if (!known && minor <= KNOWN_MINOR)
    throw new AppError('bad-request', `${where} is of the unknown type “${cell.cell_type.slice(0, 40)}”`);
  const cellType = known ?? 'raw';
  const attachments = readAttachments(cell.attachments);
  const isCode = cellType === 'code';
  const sql = isCode ? readSql(cell.metadata, source) : null;
  return {
    cell: {
      cellId: cell.id ?? `cell-${index + 1}`,
      cellType,
      ...(sql ?? { source }),
      executionCount: isCode ? toCount(cell.execution_count) : null,
      metadata: toModest(cell.metadata),
      ...(attachments === null ? {} : { attachments }),
      ...(known ? {} : { unknown: readUnknown(cell, minor) }),
    },
    outputs: isCode ? readOutputs(cell.outputs, where) : [],
  };
}

/** What the file has of a cell of SQL, unless its Python was changed elsewhere: then it is Python. */
function readSql({ actbook }: Record<string, unknown>, code: string) {
  const { data } = SqlFacts.safeParse(isRecord(actbook) ? actbook.sql : null);
  if (!data) return null;
  const { source, ...facts } = data;
  const sql = { source, language: { name: 'sql', ...facts } } as const;
  return readCode(sql) === code ? sql : null;
}

const SqlFacts = CellLanguage.omit({ name: true }).extend({ source: z.string() });

/** Kept as it is, because the file's version may know its type, as nbformat does. */
function readUnknown(cell: FileCell, nbformatMinor: number): UnknownCell {
  const { cell_type: cellType, id: _id, source: _source, metadata: _metadata, ...fields } = cell;
  return { cellType, nbformatMinor, fields: toModest(fields) };
}

function toCount(value: unknown): number | null {
  return typeof value === 'number' && Number.isSafeInteger(value) ? value : null;
}

function readOutputs(value: unknown, where: string): Output[] {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) throw new AppError('bad-request', `${where} has outputs that are not a list`);
  return value.map((each) => {
    try {
      return fromNbformatOutput(each);
    } catch (error) {
      throw new AppError('bad-request', `${where} has an output that cannot be read (${toMessage(error)})`);
    }
  });
}

function readAttachments(value: unknown): Record<string, MimeBundle> | null {
  if (!isRecord(value)) return null;
  const entries = Object.entries(value).flatMap(([name, data]): [string, MimeBundle][] =>
    isRecord(data) ? [[name, toMimeBundle(data)]] : [],
  );
  return entries.length > 0 ? Object.fromEntries(entries) : null;
}

/** The saved state of widgets, so that outputs which show them still can. */
function readWidgets(value: unknown): WidgetUpdate[] {
  const saved = isRecord(value) ? value[WIDGET_STATE] : null;
  // Colab writes the models where the format has their `state`.
  const models = isRecord(saved) ? (isRecord(saved.state) ? saved.state : saved) : {};
  return Object.entries(models).flatMap(([modelId, model]) => {
    if (!isRecord(model) || !isRecord(model.state)) return [];
    const { model_name: _model_name, model_module: _model_module, state } = model;
    const names = { _model_name, _model_module, _model_module_version: model.model_module_version };
    const { data: buffers = [] } = WidgetBuffer.array().safeParse(model.buffers ?? []);
    const update = { modelId, state: { ...names, ...state }, buffers };
    return isModestJson(update, MAX_WIDGET_LENGTH) ? [update] : [];
  });
}

/** Keeps what fits of metadata that is too long: the shortest entries, such as the name of the kernel. */
function toModest(metadata: Record<string, unknown>): Record<string, unknown> {
  if (isModestJson(metadata, MAX_METADATA_LENGTH)) return metadata;
  const lengths = new Map(
    Object.entries(metadata).map(([key, value]) => [key, measureJson({ [key]: value }, MAX_METADATA_LENGTH)]),
  );
  const kept = new Set<string>();
  let room = MAX_METADATA_LENGTH;
  for (const [key, length] of [...lengths].sort(([, one], [, other]) => one - other)) {
    room -= length;
    if (room < 0) break;
    kept.add(key);
  }
  return Object.fromEntries(Object.entries(metadata).filter(([key]) => kept.has(key)));
}
