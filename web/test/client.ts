// A client that is generated from the description in OpenAPI: its types must fit, and its questions be answered.
// test/client.mjs starts the program and runs this.
import createClient from 'openapi-fetch';
import type { paths } from '../page/src/api';

const FORK = 'r3k3/5p2/8/3N4/8/8/5PP1/6K1 w - - 0 1';

function expect(holds: boolean, what: string): void {
  if (!holds) throw new Error(`the client expected that ${what}`);
}

export async function check(home: string): Promise<void> {
  const client = createClient<paths>({ baseUrl: home });
  const lesson = await client.POST('/api/v1/explain', { body: { fen: FORK, level: 'club', budget: { nodes: 20_000 } } });
  expect(lesson.data?.kind === 'lesson' && lesson.data.best?.san === 'Nc7+', 'the fork is best');
  const proof = await client.POST('/api/v1/prove', { body: { fen: FORK, move: 'Nc7+', goal: 'gain=200', certificate: true } });
  expect(proof.data?.verdict === 'proven', 'it is proven');
  const checked = await client.POST('/api/v1/verify', { body: { certificate: proof.data?.certificate ?? '' } });
  expect(checked.data?.accepted === true && checked.data.gain === 200, 'the checker accepts it');
  const table = await client.POST('/api/v1/table', { body: { fen: '8/8/8/8/8/2k5/7Q/K7 w - - 0 1' } });
  expect(table.data?.value === 'win' && table.data.moves.length === 23, 'the table knows every move');
  const wrong = await client.POST('/api/v1/graph', { body: { fen: FORK.replace('N', 'X') } });
  expect(wrong.error?.status === 422 && wrong.error.text?.[wrong.error.start ?? -1] === 'X', 'a problem says where');
  const job = await client.POST('/api/v1/annotate', { body: { pgn: '1. e4 e5', effort: 'fast' } });
  const id = job.data?.id ?? '';
  const state = await client.GET('/api/v1/annotate/{id}', { params: { path: { id } } });
  expect(state.data?.id === id, 'a job is found again');
  const gone = await client.DELETE('/api/v1/annotate/{id}', { params: { path: { id } } });
  expect(gone.response.status === 204, 'and cancelled');
}
