// The documents by the names that the page uses. Their types are those of the program (api.ts).

import type { components, paths } from './api';

type Schemas = components['schemas'];

export type AnnotatedGame = Schemas['annotated-game'];
export type Best = Schemas['Best'];
export type Checked = Schemas['certificate-check'];
export type Claim = Schemas['Claim'];
export type ClaimKind = Schemas['ClaimKind'];
export type EngineMove = Schemas['engine-move'];
export type Evidence = Schemas['Evidence'];
export type Fields = Schemas['fields'];
export type FieldSide = Schemas['Side'];
export type FragilityCurve = Schemas['fragility'];
export type Graph = Schemas['graph'];
export type Job = Schemas['Job'];
export type Language = Schemas['Language'];
export type Lesson = Schemas['lesson'];
export type Link = Schemas['Link'];
export type PieceType = Schemas['PieceType'];
export type ProblemDetails = Schemas['ProblemDetails'];
export type Progress = Schemas['Progress'];
export type Proof = Schemas['proof'];
export type Relation = Schemas['Relation'];
export type Score = Schemas['Score'];
export type Solved = Schemas['solution'];
export type SolvedBranch = Schemas['SolvedBranch'];
export type TableCertificate = Schemas['table-certificate'];
export type TableForgery = Schemas['table-forgery'];
export type TableMove = Schemas['TableMove'];
export type TableVerification = Schemas['TableVerification'];
export type TableProbe = Schemas['table-probe'];
export type Tactic = Schemas['Tactic'];
export type Tactics = Schemas['tactics'];
export type Value = Schemas['Value'];
export type WhyNot = Schemas['WhyNot'];
export type Zone = Schemas['Zone'];
export type Zones = Schemas['zones'];
export type ZoneSymbol = Schemas['ZoneSymbol'];

/** What may be sent to an address. */
type Body<P> = P extends { post: { requestBody?: { content: { 'application/json': infer B } } } } ? B : never;

/** What comes back. */
type Answer<P> = P extends { post: { responses: { 200: { content: { 'application/json': infer A } } } } } ? A : never;

/** The requests by their names. */
export type Requests = { [P in keyof paths as P extends `/api/v1/${infer N}` ? N : never]: Body<paths[P]> };

/** The documents that answer them. */
export type Answers = { [P in keyof paths as P extends `/api/v1/${infer N}` ? N : never]: Answer<paths[P]> };
