import { route } from '../../handler.ts';

/** The raw bytes of a notebook file become a session. */
export const POST = route(async ({ request, container }) => {
  const name = new URL(request.url).searchParams.get('name') ?? 'notebook.ipynb';
  const source = request.body ?? new ReadableStream({ start: (controller) => controller.close() });
  return Response.json(await container.importNotebook({ name, source }), { status: 201 });
});
