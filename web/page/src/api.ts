// Written by types.mjs from the program's description in OpenAPI; do not edit.

export interface paths {
    "/api/v1/analysis": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description What the engine thinks: its best lines, told after every depth. */
        post: operations["analysis"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/annotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description Reviews a game: scores, judgements, what was missed and allowed, a summary, and exercises if wanted. */
        post: operations["annotate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/annotate/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description How far a job has come. */
        get: operations["job"];
        put?: never;
        post?: never;
        /** @description Cancels a job and forgets it. */
        delete: operations["cancel-job"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/annotate/{id}/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The job at every change, as server-sent events, until it is over. */
        get: operations["job-events"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/annotate/{id}/pgn": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The reviewed game as PGN. */
        get: operations["job-pgn"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/annotate/{id}/result": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description What a job made. */
        get: operations["job-result"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/build": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description Makes the table of an endgame of up to four men from bare kings up, certifies and counts it, and tells how far it has come. Nothing is kept. */
        post: operations["build"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description Whether what somebody says about a position, as text or as claims, is true, false, or cannot be told. */
        post: operations["check"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/draw": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description The board as an SVG picture and in text, with arrows and rings. */
        post: operations["draw"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/explain": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description What is going on in a position, what to play and why; with `move` what that move deserves. */
        post: operations["explain"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/field": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description How pieces influence the squares around them. */
        post: operations["field"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/forge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description A false labelling of an endgame that a check of labels alone accepts, and what both verifiers say about it. */
        post: operations["forge"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/fragility": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description How fragile a game was, ply by ply. */
        post: operations["fragility"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/graph": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description Who attacks, defends, blocks, pins and x-rays whom. */
        post: operations["graph"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description How much the server has to do. */
        get: operations["health"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/motifs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The catalogue of motifs. */
        get: operations["motifs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/motifs/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description A motif of the catalogue. */
        get: operations["motif"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/opportunities": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description What is proven to win something in a position, best first. */
        post: operations["opportunities"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/play": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description The move that the engine plays, at a chosen strength. */
        post: operations["play"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/position": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description Reads a position or a game, whatever somebody pasted: the position, its legal moves, and the game's tree. */
        post: operations["position"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/prompt": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description What a language model should be told about a position, and what it must not claim, within a budget of tokens. */
        post: operations["prompt"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/prove": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description Whether a move mates or wins material against every reply, with a proof that can be walked and checked. */
        post: operations["prove"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/see": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description What a capture is worth when both sides go on capturing on its square as long as it pays. */
        post: operations["see"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/solve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description Solves a study along its zones: the value, the key move, and the tree that was searched. */
        post: operations["solve"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/table": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description The exact value of a position with few men, and of each of its moves. */
        post: operations["table"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/tactics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description Forks, pins, hanging pieces and the like on the board; with `move` what that move changes, with `line` the themes that the line uses. */
        post: operations["tactics"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/trajectories": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description The shortest ways of a piece between two squares. */
        post: operations["trajectories"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description Whether the checker, which searches nothing, accepts the certificate of a proof. */
        post: operations["verify"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/zones": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description Main trajectories of a position, and who disturbs or supports them in time. */
        post: operations["zones"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description A move that is worth knowing, and what it teaches. */
        Alternative: {
            /** @description The line in UCI, with the move. */
            line: string[];
            /** @description The same in SAN. */
            line_san: string[];
            /**
             * Format: double
             * @description Winning chances that it loses against the best move, in points from 0 to 100.
             */
            loss: number;
            /** @description In UCI. */
            move: string;
            /** @description What the points are for. */
            points: components["schemas"]["Points"][];
            /** @description In SAN. */
            san: string;
            /** @description What it leads to. */
            score: components["schemas"]["Score"];
            /** @description From whose point of view the score is: the student's. */
            side: components["schemas"]["Color"];
            /**
             * Format: double
             * @description The sum of the points.
             */
            teachability: number;
            /** @description In words. */
            text: string;
        };
        /**
         * Analysis
         * @description What the engine thinks.
         */
        analysis: {
            /**
             * Format: uint32
             * @description The last finished depth, in plies.
             */
            depth: number;
            /** @description Whether the search is over. */
            done: boolean;
            /** @description The position. */
            fen: string;
            /**
             * @description The kind of document.
             * @constant
             */
            kind: "analysis";
            /** @description The best lines, the best first; none if the game is over. */
            lines: components["schemas"]["AnalysisLine"][];
            /**
             * Format: uint64
             * @description Positions visited so far.
             */
            nodes: number;
            /**
             * @description The schema's version.
             * @constant
             */
            schema: "reti/2";
            /**
             * Format: uint64
             * @description Milliseconds since the search began.
             */
            time_ms: number;
            /** @description The side to move. */
            turn: components["schemas"]["Color"];
        };
        /**
         * Analysis
         * @description Lets the engine think.
         */
        "analysis-request": {
            /** @description How much it may cost; without nodes and depth it goes on until time is up or nobody listens. */
            budget?: components["schemas"]["Budget"];
            /**
             * Format: uint32
             * @description The last depth in plies.
             * @default null
             */
            depth?: number | null;
            /**
             * @description The position as FEN, or `startpos`, which it is if nothing is said.
             * @default null
             */
            fen?: string | null;
            /**
             * Format: uint
             * @description Which game of the PGN, from 1.
             * @default null
             */
            game?: number | null;
            /**
             * Format: uint
             * @description How many lines are wanted, from 1 to 20; 1 if nothing is said.
             * @default null
             */
            lines?: number | null;
            /**
             * @description Moves from there, in SAN or UCI.
             * @default []
             */
            moves?: string[];
            /**
             * @description A game as PGN, instead of a FEN.
             * @default null
             */
            pgn?: string | null;
            /**
             * Format: uint
             * @description The position of the game after so many plies; its end if nothing is said.
             * @default null
             */
            ply?: number | null;
        };
        /** @description A line that the engine would play. */
        AnalysisLine: {
            /** @description The moves in UCI. */
            line: string[];
            /** @description The same in SAN. */
            line_san: string[];
            /** @description What it is worth. */
            score: components["schemas"]["Score"];
            /** @description From whose point of view: White's. */
            side: components["schemas"]["Color"];
        };
        /**
         * Annotate
         * @description Reviews a game.
         */
        "annotate-request": {
            /** @description How hard to look. */
            effort?: components["schemas"]["Care"];
            /**
             * @description Also exercises from the game.
             * @default false
             */
            exercises?: boolean;
            /**
             * @description Where the game begins, instead of a PGN: a FEN, or `startpos`.
             * @default null
             */
            fen?: string | null;
            /**
             * @description Also the fragility of every position.
             * @default false
             */
            fragility?: boolean;
            /**
             * Format: uint
             * @description Which game of the PGN, from 1.
             * @default null
             */
            game?: number | null;
            /** @description The language of comments. */
            language?: components["schemas"]["Language"];
            /**
             * @description Moves of the game, after those of the PGN, in SAN or UCI.
             * @default []
             */
            moves?: string[];
            /**
             * Format: uint64
             * @description Nodes for each position, instead of what the effort says.
             * @default null
             */
            nodes?: number | null;
            /**
             * @description Also the order of every position: how many tactics are on the board.
             * @default false
             */
            order?: boolean;
            /**
             * @description The game as PGN.
             * @default
             */
            pgn?: string;
            /**
             * @description Which losses make a mistake.
             * @default null
             */
            scheme?: components["schemas"]["Scheme"] | null;
        };
        /**
         * AnnotatedGame
         * @description A game with what there is to say about it.
         */
        "annotated-game": {
            /** @description Who evaluated, and how long. */
            evaluator: string;
            /** @description Positions of the game with one good answer, if they were asked for. */
            exercises?: components["schemas"]["Exercise"][];
            /** @description The position before the first move. */
            fen: string;
            /**
             * Format: uint
             * @description The line of the file on which it begins, from 1.
             */
            file_line: number;
            /**
             * Format: uint
             * @description The game's number in its file, from 1.
             */
            game: number;
            /**
             * @description The kind of document.
             * @constant
             */
            kind: "annotated-game";
            /** @description The moves of the main line. */
            moves: components["schemas"]["AnnotatedMove"][];
            /** @description Who played whom, where and when, as far as known. */
            name: string;
            /** @description The opening, if its name is known. */
            opening?: components["schemas"]["Opening"] | null;
            /** @description Why the rest of the game could not be read. */
            problem?: string | null;
            /** @description `1-0`, `0-1`, `1/2-1/2` or `*`. */
            result: string;
            /**
             * @description The schema's version.
             * @constant
             */
            schema: "reti/2";
            /** @description By which thresholds moves are judged. */
            scheme: components["schemas"]["Scheme"];
            /** @description How good the start position is. */
            score: components["schemas"]["Score"];
            /** @description From whose point of view the score is: always White's. */
            side: components["schemas"]["Color"];
            /** @description The game as a whole. */
            summary: components["schemas"]["GameSummary"];
            /** @description The tags in their order, as pairs of name and value. */
            tags: [
                string,
                string
            ][];
        };
        /** @description One move of a game. */
        AnnotatedMove: {
            /**
             * Format: double
             * @description How good the move was, from 0 to 100.
             */
            accuracy: number;
            /** @description What was missed, allowed, found or punished. */
            annotations: components["schemas"]["Annotation"][];
            /** @description What the advisor would have played. */
            best?: components["schemas"]["BestMove"] | null;
            /**
             * Format: double
             * @description Seconds that its player had left after it, if the game tells.
             */
            clock?: number | null;
            /** @description The comment in words; empty where there is nothing to say. */
            comment: string;
            /** @description The position after it. */
            fen: string;
            /**
             * Format: double
             * @description Its fragility, if it was asked for.
             */
            fragility?: number | null;
            /** @description What it was, if it was a fault. */
            judgement?: components["schemas"]["Judgement"] | null;
            /**
             * Format: double
             * @description Winning chances that the move lost, in points from 0 to 100.
             */
            loss: number;
            /** @description The move in UCI. */
            move: string;
            /** @description `12.` or `12...`. */
            number: string;
            /**
             * Format: uint
             * @description The order of the position after the move, if it was asked for.
             */
            order?: number | null;
            /** @description The phase of the game in which it was played. */
            phase: components["schemas"]["Phase"];
            /**
             * Format: uint
             * @description The ply, from 1.
             */
            ply: number;
            /** @description What it is praised for, if anything. */
            praise?: components["schemas"]["PraiseKind"] | null;
            /** @description What it allows, and why another move was better, as lessons give reasons. */
            reasons: components["schemas"]["Reason"][];
            /** @description The move in SAN. */
            san: string;
            /** @description How good that position is. */
            score: components["schemas"]["Score"];
            /** @description What a picture of the position after the move shows. */
            shapes: components["schemas"]["Shape"][];
            /** @description From whose point of view the score is: always White's. */
            side: components["schemas"]["Color"];
            /** @description How much of his time that is. */
            time_left?: components["schemas"]["TimeLeft"] | null;
            /** @description Better lines, or what the comment before spoke of, in SAN from the position before the move. */
            variations_san: string[][];
        };
        /** @description A claim and what it has to do with the move. */
        Annotation: {
            /** @description The claim: of the mover if missed, found or punished, of the opponent if allowed. */
            claim: components["schemas"]["Claim"];
            /** @description What the claim has to do with the move. */
            role: components["schemas"]["AnnotationRole"];
        };
        /** @description What a claim has to do with a move of a game. */
        AnnotationRole: "missed" | "allowed" | "found" | "punished";
        /** @description Who stands better. */
        Assessment: {
            /** @description The side that stands better; null if neither does. */
            better?: components["schemas"]["Color"] | null;
            /** @description How it is known. */
            evidence: components["schemas"]["Evidence"];
            /** @description The material in words. */
            material: string;
            /** @description The score. */
            score: components["schemas"]["Score"];
            /** @description From whose point of view the score is: always White's. */
            side: components["schemas"]["Color"];
            /** @description In one word. */
            word: components["schemas"]["AssessmentWord"];
        };
        /** @description Who stands better, in one word. */
        AssessmentWord: "about-equal" | "slightly-better" | "much-better" | "winning" | "mates" | "won" | "drawn";
        /** @description The softmax over all twelve norms. */
        Attention: {
            /**
             * Format: double
             * @description The seed's formula: worth in pawns times share times norm, White's less Black's.
             */
            score: number;
            /** @description The share of every kind of piece; all twelve add up to one. */
            shares: components["schemas"]["SideNorms"];
            /**
             * Format: double
             * @description What norms are divided by first.
             */
            temperature: number;
        };
        /** @description The move to play. */
        Best: {
            /** @description The line in UCI, with the move. */
            line: string[];
            /** @description The same in SAN. */
            line_san: string[];
            /** @description In UCI. */
            move: string;
            /** @description Why. */
            reasons: components["schemas"]["Reason"][];
            /** @description In SAN. */
            san: string;
            /** @description What it leads to. */
            score: components["schemas"]["Score"];
            /** @description From whose point of view the score is: the mover's. */
            side: components["schemas"]["Color"];
        };
        /** @description The move that was better. */
        BestMove: {
            /** @description The line in UCI, with the move. */
            line: string[];
            /** @description The same in SAN. */
            line_san: string[];
            /** @description In UCI. */
            move: string;
            /** @description In SAN. */
            san: string;
        };
        /** @description What a zone that brought in a move is for. */
        BranchAim: "strike" | "main" | "negation" | "control" | "evasion" | "retreat" | "forecast" | "other";
        /** @description The trajectory on which a move of the tree lies. */
        BranchZone: {
            /** @description What part the move plays. */
            aim: components["schemas"]["BranchAim"];
            /** @description Where a second trajectory ends on which the move lies too: it gains time; absent if there is none. */
            also?: string | null;
            /** @description Where the trajectory starts. */
            from: string;
            /** @description Where it ends. */
            to: string;
        };
        /** @description How much an answer may cost. */
        Budget: {
            /**
             * Format: uint64
             * @description Milliseconds, after which a search ends with what it knows, or the request is refused.
             * @default null
             */
            milliseconds?: number | null;
            /**
             * Format: uint64
             * @description Nodes; with them alone the same request has the same answer every time.
             * @default null
             */
            nodes?: number | null;
        };
        /**
         * Build
         * @description Makes a table.
         */
        "build-request": {
            /** @description The endgame, of up to four men, such as `KRvK`. */
            endgame: string;
        };
        /** @description What a search makes of the readable evaluation: calculated, never proven. */
        CalculatedGain: {
            /**
             * Format: int32
             * @description The evaluation at the end of the best line, in centipawns for the same side; mates count as 10,000.
             */
            after: number;
            /**
             * Format: int32
             * @description The evaluation of the position as it stands, in centipawns for the side to move.
             */
            before: number;
        };
        /** @description How hard to look at a game. */
        Care: "fast" | "normal";
        /**
         * Checked
         * @description Whether a certificate holds.
         */
        "certificate-check": {
            /** @description Whether the checker accepts it. */
            accepted: boolean;
            /** @description Why not. */
            fault?: string | null;
            /** @description The position. */
            fen?: string | null;
            /**
             * Format: int32
             * @description Centipawns that stay won, at least.
             */
            gain?: number | null;
            /**
             * @description The kind of document.
             * @constant
             */
            kind: "certificate-check";
            /**
             * Format: uint32
             * @description Moves to mate, at most.
             */
            mate?: number | null;
            /** @description The first move in UCI. */
            move?: string | null;
            /** @description The first move in SAN. */
            san?: string | null;
            /**
             * @description The schema's version.
             * @constant
             */
            schema: "reti/2";
            /**
             * Format: uint
             * @description Positions in the proof.
             */
            tree_size: number;
        };
        /**
         * Check
         * @description Checks what somebody says about a position.
         */
        "check-request": {
            /** @description How much a statement that must be played out may cost; 400,000 nodes if nothing is said. */
            budget?: components["schemas"]["Budget"];
            /**
             * @description Claims as data, each an object such as `{"claim": "pinned", "piece": "f6"}`; a string is text.
             * @default []
             */
            claims?: unknown[];
            /**
             * @description The position as FEN, or `startpos`, which it is if nothing is said.
             * @default null
             */
            fen?: string | null;
            /**
             * Format: uint
             * @description Which game of the PGN, from 1.
             * @default null
             */
            game?: number | null;
            /** @description The language of the sentences. */
            language?: components["schemas"]["Language"];
            /**
             * @description Moves from there, in SAN or UCI.
             * @default []
             */
            moves?: string[];
            /**
             * @description A game as PGN, instead of a FEN.
             * @default null
             */
            pgn?: string | null;
            /**
             * Format: uint
             * @description The position of the game after so many plies; its end if nothing is said.
             * @default null
             */
            ply?: number | null;
            /**
             * @description English text; several lines are several statements.
             * @default null
             */
            text?: string | null;
        };
        /**
         * CheckedStatements
         * @description Statements about positions, each with its verdict.
         */
        checked: {
            /**
             * @description The kind of document.
             * @constant
             */
            kind: "checked";
            /**
             * @description The schema's version.
             * @constant
             */
            schema: "reti/2";
            /** @description What was said, in order. */
            statements: components["schemas"]["CheckedText"][];
        };
        /** @description One statement with its verdict. */
        CheckedClaim: {
            /** @description What is said. */
            claim: components["schemas"]["StatedClaim"];
            /** @description What shows it. */
            evidence: components["schemas"]["Ground"];
            /** @description Where it stands in the text, in characters. */
            span: number[];
            /** @description Whether it holds. */
            verdict: components["schemas"]["StatementVerdict"];
        };
        /** @description A text or claim, and what was found in it. */
        CheckedText: {
            /** @description After which move a comment stands, such as `12... Nf6`; only for comments of games. */
            at?: string | null;
            /** @description The statements that were read in it. */
            claims: components["schemas"]["CheckedClaim"][];
            /** @description The position that it speaks about. */
            fen: string;
            /**
             * Format: uint
             * @description The game of the file, from 1; only for comments of games.
             */
            game?: number | null;
            /** @description The text; a claim that was given as data is its JSON. */
            text: string;
            /** @description The parts that were not understood: where they begin and end, in characters. */
            unread: number[][];
        };
        /** @description Something that is said, with what supports it. */
        Claim: {
            /** @description How it is known. */
            evidence: components["schemas"]["Evidence"];
            /** @description The position in which the line begins; after a pass for threats. */
            fen: string;
            /**
             * Format: int32
             * @description Centipawns that are won, at least.
             */
            gain?: number | null;
            /** @description What is said. */
            kind: components["schemas"]["ClaimKind"];
            /** @description The line in UCI. */
            line: string[];
            /** @description The line in SAN. */
            line_san: string[];
            /**
             * Format: uint32
             * @description Moves to mate, at most.
             */
            mate?: number | null;
            /** @description The motifs that it is about. */
            motifs: string[];
            /** @description The move that it begins with, in UCI. */
            move?: string | null;
            /** @description The reason's name; only for reasons. */
            reason?: string | null;
            /** @description The roles of the first of them. */
            roles: components["schemas"]["Roles"];
            /** @description What a picture of it shows. */
            shapes: components["schemas"]["Shape"][];
            /** @description In words. */
            text: string;
        };
        /** @description What a claim says. */
        ClaimKind: "assessment" | "over" | "known" | "best" | "reason" | "wins" | "threat" | "allowed" | "missed" | "cannot-take" | "if-taken" | "why-not" | "stands" | "created" | "resolved" | "plan" | "judged";
        /** @description How a side played with so much time left, from 0 to 100; null without moves. */
        ClockAccuracy: {
            /**
             * Format: double
             * @description The mean of their accuracies.
             */
            accuracy?: number | null;
            /**
             * Format: uint
             * @description How many moves.
             */
            moves: number;
            /** @description How much time was left after the move. */
            time_left: components["schemas"]["TimeLeft"];
        };
        /** @description A side. */
        Color: "white" | "black";
        /** @description Another search beside the zone search. */
        Compared: {
            /** @description Whether it came to the same key move (alpha-beta: and value). */
            agrees: boolean;
            /**
             * Format: uint64
             * @description How deep it was then, in plies.
             */
            depth: number;
            /**
             * Format: uint64
             * @description How many nodes it needed until it agreed for good, or searched in all.
             */
            nodes: number;
            /** @description Its name. */
            who: string;
        };
        /** @description How a square of a field stands out. */
        CriticalKind: "maximum" | "minimum" | "saddle";
        /** @description A square that stands out. */
        CriticalPoint: {
            /** @description How. */
            kind: components["schemas"]["CriticalKind"];
            /** @description The square's name. */
            square: string;
            /**
             * Format: double
             * @description The field there.
             */
            value: number;
        };
        /** @description Why a defender does not defend. */
        DefenseFault: "pinned-absolute" | "must-answer-check" | "king-cannot-capture";
        /** @description A defender that does not defend. */
        DefenseNote: {
            /** @description The piece. */
            defender: components["schemas"]["Piece"];
            /** @description The piece that pins it. */
            pinner?: components["schemas"]["Piece"] | null;
            /** @description Why not. */
            reason: components["schemas"]["DefenseFault"];
            /** @description The square that it seems to defend. */
            target: string;
        };
        /**
         * Draw
         * @description Draws a position.
         */
        "draw-request": {
            /**
             * @description Arrows, as squares from and to: `e2e4`.
             * @default []
             */
            arrows?: string[];
            /**
             * @description The position as FEN, or `startpos`, which it is if nothing is said.
             * @default null
             */
            fen?: string | null;
            /**
             * @description Black's side below.
             * @default false
             */
            flipped?: boolean;
            /**
             * Format: uint
             * @description Which game of the PGN, from 1.
             * @default null
             */
            game?: number | null;
            /**
             * @description Moves from there, in SAN or UCI.
             * @default []
             */
            moves?: string[];
            /**
             * @description A game as PGN, instead of a FEN.
             * @default null
             */
            pgn?: string | null;
            /**
             * Format: uint
             * @description The position of the game after so many plies; its end if nothing is said.
             * @default null
             */
            ply?: number | null;
            /**
             * @description Squares with a ring.
             * @default []
             */
            rings?: string[];
        };
        /**
         * Drawing
         * @description A board as a picture.
         */
        drawing: {
            /** @description The board in text, with Unicode figures, seen from the same side. */
            board: string;
            /** @description The position. */
            fen: string;
            /**
             * @description The kind of document.
             * @constant
             */
            kind: "drawing";
            /**
             * @description The schema's version.
             * @constant
             */
            schema: "reti/2";
            /** @description The picture; absent where it travels beside the document. */
            svg?: string | null;
            /** @description The placement in words. */
            text: string;
            /** @description The side to move. */
            turn: components["schemas"]["Color"];
        };
        /** @description How a piece drifts. */
        Drift: {
            /**
             * Format: double
             * @description The drift towards rank 1.
             */
            down: number;
            /** @description What it is. */
            piece_type: components["schemas"]["PieceType"];
            /**
             * Format: double
             * @description The size of both together: the sum of their absolute values.
             */
            push: number;
            /**
             * Format: double
             * @description The drift towards the h-file.
             */
            right: number;
            /** @description Where it stands. */
            square: string;
            /** @description The neighbouring square in the direction that is nearest, at the edge along it; null where there is none. */
            to?: string | null;
        };
        /**
         * EngineMove
         * @description The engine's move in a game.
         */
        "engine-move": {
            /** @description The position after the move; the same if there is none. */
            after: string;
            /**
             * Format: uint32
             * @description The rating that was asked for; null for full strength.
             */
            elo?: number | null;
            /** @description The position before the move. */
            fen: string;
            /**
             * @description The kind of document.
             * @constant
             */
            kind: "engine-move";
            /** @description The move in UCI; null if the game is over. */
            move?: string | null;
            /**
             * Format: uint64
             * @description Positions visited.
             */
            nodes: number;
            /** @description The move in SAN. */
            san?: string | null;
            /**
             * @description The schema's version.
             * @constant
             */
            schema: "reti/2";
        };
        /** @description How a claim is known. */
        Evidence: {
            /** @constant */
            kind: "proven";
            /**
             * Format: uint
             * @description Positions in the proof.
             */
            size: number;
        } | {
            /** @constant */
            kind: "exact";
            /** @description For the side to move where the claim's line begins. */
            score: components["schemas"]["Score"];
        } | {
            /** @description Who. */
            by: string;
            /**
             * Format: uint32
             * @description How many plies deep.
             */
            depth: number;
            /** @constant */
            kind: "calculated";
            /**
             * Format: uint64
             * @description At how many positions.
             */
            nodes: number;
            /** @description For the side to move where the claim's line begins. */
            score: components["schemas"]["Score"];
        } | {
            /**
             * Format: int32
             * @description What the side that begins gains, in centipawns.
             */
            gain: number;
            /** @constant */
            kind: "exchange";
            /** @description The square. */
            square: string;
        } | {
            /** @constant */
            kind: "board";
        };
        /**
         * Exchange
         * @description The fight over one square that a move begins.
         */
        exchange: {
            /** @description Pieces that could go on capturing at the end, but whose side had better stop. */
            declined: components["schemas"]["Piece"][];
            /**
             * @description The same with captures on all squares: desperadoes, captures in between; null if that is too much.
             * @default null
             */
            everywhere?: components["schemas"]["ExchangeEverywhere"] | null;
            /**
             * Format: int32
             * @description The same by always capturing with the cheapest piece.
             */
            fast_gain: number;
            /** @description The position before the move. */
            fen: string;
            /**
             * Format: int32
             * @description What the move gains its mover in centipawns, by all legal captures.
             */
            gain: number;
            /**
             * @description The kind of document.
             * @constant
             */
            kind: "exchange";
            /** @description The move and the captures that both sides choose, in UCI. */
            line: string[];
            /** @description The same in SAN. */
            line_san: string[];
            /** @description The move in UCI. */
            move: string;
            /** @description Defenders of the square that may not recapture after the first move. */
            notes: components["schemas"]["DefenseNote"][];
            /** @description The move in SAN. */
            san: string;
            /**
             * @description The schema's version.
             * @constant
             */
            schema: "reti/2";
            /** @description The same, told step by step. */
            steps: components["schemas"]["ExchangeStep"][];
        };
        /** @description What captures change besides material. */
        ExchangeBonus: {
            /** @description The observation that appears or disappears, such as `doubled-pawn`. */
            motif: string;
            /**
             * Format: int32
             * @description What that weighs for the mover, in centipawns.
             */
            value: number;
        };
        /** @description The fight that a move begins if both sides may capture anywhere. */
        ExchangeEverywhere: {
            /** @description What the captures change besides material, for the mover; not part of the gain. */
            bonuses: components["schemas"]["ExchangeBonus"][];
            /**
             * Format: int32
             * @description What the move gains its mover in centipawns.
             */
            gain: number;
            /** @description The move and the captures in UCI; `0000` where a side waits. */
            line: string[];
            /** @description The same in SAN; `--` where a side waits. */
            line_san: string[];
        };
        /** @description One move of an exchange. */
        ExchangeStep: {
            /**
             * Format: int32
             * @description The balance for the side that began, after this step.
             */
            balance: number;
            /**
             * Format: int32
             * @description What the capture gains its side compared with stopping before it; absent for the first move.
             */
            better_by?: number | null;
            /** @description What it takes. */
            captured?: components["schemas"]["PieceType"] | null;
            /** @description The move in UCI. */
            move: string;
            /** @description The piece that moves, on the square it comes from. */
            piece: components["schemas"]["Piece"];
            /** @description What it becomes, if it promotes. */
            promotion?: components["schemas"]["PieceType"] | null;
            /** @description The move in SAN. */
            san: string;
        };
        /** @description A position of a game with exactly one good answer. */
        Exercise: {
            /**
             * Format: uint32
             * @description How hard it seems, on the scale of ratings.
             */
            difficulty: number;
            /** @description How that is known. */
            evidence: components["schemas"]["Evidence"];
            /** @description The position; the side to move solves it. */
            fen: string;
            /** @description A hint in words. */
            hint: string;
            /**
             * @description The kind of document.
             * @constant
             */
            kind: "exercise";
            /**
             * Format: double
             * @description By how many points of winning chances every other first move is worse, at least.
             */
            margin: number;
            /**
             * Format: uint
             * @description Moves to mate, if the solution ends in mate.
             */
            mate?: number | null;
            /** @description The motifs that the solution uses. */
            motifs: string[];
            /** @description Why the solution is good, in words. */
            reason: string;
            /** @description The same in SAN. */
            san: string[];
            /**
             * @description The schema's version.
             * @constant
             */
            schema: "reti/2";
            /** @description The solution in UCI: the solver's move, the reply, and so on; it ends with a move of the solver. */
            solution: string[];
            /** @description Where it comes from. */
            source: components["schemas"]["ExerciseSource"];
        };
        /** @description The move that led to an exercise. */
        ExerciseSetUp: {
            /** @description The position before it. */
            fen: string;
            /** @description The move in UCI. */
            move: string;
        };
        /** @description Where an exercise comes from. */
        ExerciseSource: {
            /** @description The position before the opponent's last move, and that move in UCI; absent at the start of the game. */
            before?: components["schemas"]["ExerciseSetUp"] | null;
            /**
             * Format: uint
             * @description The game's number in its file, from 1.
             */
            game: number;
            /** @description Who played whom, where and when, as far as known. */
            name: string;
            /** @description The number of the move that is to be found: `12.` or `12...`. */
            number: string;
            /** @description The opening of the game, if its name is known. */
            opening?: components["schemas"]["Opening"] | null;
            /** @description What was played in the position, in UCI; absent at the end of the game. */
            played?: string | null;
            /**
             * Format: uint
             * @description How many plies of the game led to the position.
             */
            ply: number;
            /** @description `missed` if the game did not go on with the solution, else `allowed`. */
            role: components["schemas"]["AnnotationRole"];
            /** @description The game's `White`, `Black` and `Date` tags, as far as it has them. */
            tags: [
                string,
                string
            ][];
            /** @description Where the game can be seen, if its `Site` tag says so. */
            url?: string | null;
        };
        /**
         * Explain
         * @description Explains a position or a move.
         */
        "explain-request": {
            /**
             * @description Nothing is left out for brevity.
             * @default false
             */
            all?: boolean;
            /** @description How much it may cost; 3,000,000 nodes if nothing is said. */
            budget?: components["schemas"]["Budget"];
            /**
             * Format: uint32
             * @description The reader's rating from 400 to 3000, instead of a level.
             * @default null
             */
            elo?: number | null;
            /**
             * @description The position as FEN, or `startpos`, which it is if nothing is said.
             * @default null
             */
            fen?: string | null;
            /**
             * Format: uint
             * @description Which game of the PGN, from 1.
             * @default null
             */
            game?: number | null;
            /** @description The language of the sentences. */
            language?: components["schemas"]["Language"];
            /** @description For whom it is. */
            level?: components["schemas"]["Reader"];
            /**
             * @description The move to judge, in SAN or UCI.
             * @default null
             */
            move?: string | null;
            /**
             * @description Moves from there, in SAN or UCI.
             * @default []
             */
            moves?: string[];
            /**
             * @description A game as PGN, instead of a FEN.
             * @default null
             */
            pgn?: string | null;
            /**
             * Format: uint
             * @description The position of the game after so many plies; its end if nothing is said.
             * @default null
             */
            ply?: number | null;
        };
        /** @description What a move does to a zone or a trajectory. */
        Fate: "kept" | "shortened" | "frozen" | "new";
        /**
         * Field
         * @description Looks at influence.
         */
        "field-request": {
            /**
             * Format: double
             * @description Kinds of pieces weighed by their attention at this temperature, such as 80.
             * @default null
             */
            attention?: number | null;
            /**
             * @description The position as FEN, or `startpos`, which it is if nothing is said.
             * @default null
             */
            fen?: string | null;
            /**
             * @description Whether to tell where pieces drift.
             * @default false
             */
            flow?: boolean;
            /**
             * Format: uint
             * @description Which game of the PGN, from 1.
             * @default null
             */
            game?: number | null;
            /** @description How pieces spread it. */
            kernels?: components["schemas"]["Kernels"];
            /**
             * @description Moves from there, in SAN or UCI.
             * @default []
             */
            moves?: string[];
            /**
             * @description A game as PGN, instead of a FEN.
             * @default null
             */
            pgn?: string | null;
            /**
             * @description Only that of one kind of piece.
             * @default null
             */
            piece?: components["schemas"]["PieceType"] | null;
            /**
             * Format: uint
             * @description The position of the game after so many plies; its end if nothing is said.
             * @default null
             */
            ply?: number | null;
            /**
             * @description Kernels of several sizes added up, as `3,5,7` or with factors as `3:0.5,5:0.3,7:0.2`.
             * @default null
             */
            scales?: string | null;
            /** @description Whose. */
            side?: components["schemas"]["Side"];
        };
        /**
         * Fields
         * @description The fields of a position.
         */
        fields: {
            /** @description Which kinds of pieces have most influence, if that was asked for; the shown field is then weighed by it. */
            attention?: components["schemas"]["Attention"] | null;
            /** @description Black's six fields. */
            black: components["schemas"]["PieceFields"];
            /** @description What every evaluation makes of the position. */
            evaluations: components["schemas"]["FieldScore"][];
            /** @description The position. */
            fen: string;
            /** @description Where pieces drift, if that was asked for. */
            flow?: components["schemas"]["Flow"] | null;
            /** @description The kernels' name. */
            kernels: string;
            /**
             * @description The kind of document.
             * @constant
             */
            kind: "fields";
            /** @description The L1 norm of every field. */
            norms: components["schemas"]["SideNorms"];
            /** @description Whether sliders stop at pieces. */
            occluded: boolean;
            /** @description The sizes of kernels that are added up, if several were asked for: middle parts of the kernels with a factor. */
            scales?: components["schemas"]["Scale"][] | null;
            /**
             * @description The schema's version.
             * @constant
             */
            schema: "reti/2";
            /** @description What is shown, and what follows from its shape. */
            shown: components["schemas"]["ShownField"];
            /** @description Sums over pieces. */
            sums: components["schemas"]["FieldSums"];
            /**
             * Format: int32
             * @description T(B): squares where White's influence is larger, less those where Black's is.
             */
            territory: number;
            /** @description White's six fields. */
            white: components["schemas"]["PieceFields"];
        };
        /** @description A score and where it comes from. */
        FieldScore: {
            /** @description The evaluation's name. */
            name: string;
            /** @description What the position is worth. */
            score: components["schemas"]["Score"];
            /** @description From whose point of view the score is: always White's. */
            side: components["schemas"]["Color"];
            /** @description Its parts, which add up to the score before rounding. */
            terms: components["schemas"]["ScoreTerm"][];
        };
        /** @description Sums of fields. */
        FieldSums: {
            /** @description White's less Black's. */
            balance: number[][];
            /** @description Black's influence. */
            black: number[][];
            /** @description Both added up. */
            strength: number[][];
            /** @description White's influence. */
            white: number[][];
        };
        /** @description Whether a win or loss counts when fifty moves without capture or pawn move are a draw. */
        FiftyMoveRule: "holds" | "draws" | "unknown";
        /** @description Where pieces drift: down the slope of the opponent's influence. */
        Flow: {
            /** @description Black's pieces, down White's influence. */
            black: components["schemas"]["SideFlow"];
            /** @description White's pieces, down Black's influence. */
            white: components["schemas"]["SideFlow"];
        };
        /** @description What orders the moves of a race in a zone search. */
        Forecast: "none" | "fitted";
        /**
         * Forge
         * @description Forges a table.
         */
        "forge-request": {
            /** @description The endgame, of up to three men, such as `KBvK`. */
            endgame: string;
            /**
             * @description The side that is said to win; White if nothing is said.
             * @default null
             */
            winner?: components["schemas"]["Color"] | null;
        };
        /**
         * FragilityCurve
         * @description How fragile a game was, ply by ply.
         */
        fragility: {
            /**
             * Format: uint
             * @description The game's number in its file, from 1.
             */
            game: number;
            /**
             * @description The kind of document.
             * @constant
             */
            kind: "fragility";
            /** @description On which graph the figures were computed. */
            mode: components["schemas"]["FragilityMode"];
            /** @description Who played whom, where and when, as far as known. */
            name: string;
            /**
             * Format: uint
             * @description The ply with the largest value, the first of equals.
             */
            peak: number;
            /** @description The start position as ply 0, then every move. */
            plies: components["schemas"]["FragilityPly"][];
            /**
             * @description The schema's version.
             * @constant
             */
            schema: "reti/2";
        };
        /**
         * Fragility
         * @description Follows the fragility of a game.
         */
        "fragility-request": {
            /**
             * Format: uint
             * @description Which game of the PGN, from 1.
             * @default null
             */
            game?: number | null;
            /**
             * @description The game as PGN.
             * @default
             */
            pgn?: string;
        };
        /** @description On which graph fragility is computed. */
        FragilityMode: "standard" | "author-code";
        /** @description The fragility of one position of a game. */
        FragilityPly: {
            /**
             * Format: double
             * @description F: the sum over both sides.
             */
            f: number;
            /**
             * Format: double
             * @description The part of Black's attacked pieces.
             */
            f_black: number;
            /**
             * Format: double
             * @description The part of White's attacked pieces.
             */
            f_white: number;
            /** @description The attacked piece that most paths run through: FEN letter and square, such as `Nf3` or `pe5`. */
            key?: string | null;
            /** @description The last move in UCI; null for the start. */
            move?: string | null;
            /** @description How the last move is numbered: `12.` or `12...`; null for the start. */
            number?: string | null;
            /**
             * Format: uint
             * @description How many moves had been played.
             */
            ply: number;
            /** @description The last move in SAN; null for the start. */
            san?: string | null;
            /** @description How many tactics there are, how many are sound, and the degrees of both sides; only when asked for. */
            soundness?: components["schemas"]["SoundnessPly"] | null;
        };
        /** @description Why a zone or a trajectory is set aside. */
        FrozenReason: "gone" | "closed" | "disconnected" | "late" | "target-left";
        /** @description Where the estimate of a tactic's gain comes from. */
        GainSource: "see" | "heuristic";
        /** @description A game of a text with several. */
        GameEntry: {
            /**
             * Format: uint
             * @description Its number, from 1.
             */
            game: number;
            /** @description Who played whom, where and when, as far as known. */
            name: string;
            /**
             * Format: uint
             * @description How many moves of the main line could be read.
             */
            plies: number;
            /** @description The result. */
            result: string;
        };
        /** @description A move of a game with what belongs to it. */
        GameNode: {
            /** @description Comments after it. */
            comments?: string[];
            /** @description The position after it. */
            fen: string;
            /** @description Numeric glyphs, as PGN numbers them: 1 is `!`, 4 is `??`. */
            glyphs?: number[];
            /** @description The move in UCI. */
            move: string;
            /** @description How it is numbered: `12.` or `12...`. */
            number: string;
            /** @description Comments before it. */
            preface?: string[];
            /** @description The move in SAN. */
            san: string;
            /** @description What could have been played instead. */
            variations?: components["schemas"]["GameNode"][][];
        };
        /** @description A game as a whole. */
        GameSummary: {
            /** @description How Black played. */
            black: components["schemas"]["SideSummary"];
            /**
             * @description What happened, in two to five sentences: the opening, where it turned, what decided, how it ended, and
             *     what each side should study.
             */
            story: string;
            /** @description The same in words, with who evaluated and the figures of both sides. */
            text: string;
            /** @description The moves that changed most, in their order. */
            turning_points: components["schemas"]["TurningPoint"][];
            /** @description How White played. */
            white: components["schemas"]["SideSummary"];
        };
        /** @description A game with its variations. */
        GameTree: {
            /** @description The position before the first move. */
            fen: string;
            /**
             * Format: uint
             * @description Its number in the text, from 1.
             */
            game: number;
            /** @description The main line. */
            moves: components["schemas"]["GameNode"][];
            /** @description Who played whom, where and when, as far as known. */
            name: string;
            /** @description Why the rest could not be read. */
            problem?: components["schemas"]["ProblemDetails"] | null;
            /** @description The result. */
            result: string;
            /** @description The tags in their order. */
            tags: [
                string,
                string
            ][];
        };
        /** @description What a degree of soundness is called. */
        Grade: "sound" | "marginal" | "phantom";
        /**
         * Graph
         * @description A position's graph in the node-link convention of networkx.
         */
        graph: {
            /** @description Always true. */
            directed: boolean;
            /** @description What holds for the whole graph. */
            graph: components["schemas"]["GraphProperties"];
            /** @description The relations, sorted by source square, relation, target square, third piece. */
            links: components["schemas"]["Link"][];
            /** @description Always true: a pair of pieces may have several relations. */
            multigraph: boolean;
            /** @description The pieces, sorted by square. */
            nodes: components["schemas"]["Node"][];
        };
        /**
         * Graph
         * @description Looks at the relations between the pieces.
         */
        "graph-request": {
            /**
             * @description The position as FEN, or `startpos`, which it is if nothing is said.
             * @default null
             */
            fen?: string | null;
            /**
             * Format: uint
             * @description Which game of the PGN, from 1.
             * @default null
             */
            game?: number | null;
            /**
             * @description Only what has legal force.
             * @default false
             */
            legal?: boolean;
            /**
             * @description Moves from there, in SAN or UCI.
             * @default []
             */
            moves?: string[];
            /**
             * @description A game as PGN, instead of a FEN.
             * @default null
             */
            pgn?: string | null;
            /**
             * Format: uint
             * @description The position of the game after so many plies; its end if nothing is said.
             * @default null
             */
            ply?: number | null;
            /**
             * @description Only this relation.
             * @default null
             */
            relation?: components["schemas"]["Relation"] | null;
        };
        /** @description What holds for a whole graph. */
        GraphProperties: {
            /** @description The position. */
            fen: string;
            /**
             * @description The kind of document.
             * @constant
             */
            kind: "graph";
            /** @description Whether relations without legal force were dropped. */
            legal_only: boolean;
            /** @description The only relation that is kept, or `all`. */
            relation: string;
            /**
             * @description The schema's version.
             * @constant
             */
            schema: "reti/2";
            /** @description The side to move. */
            turn: components["schemas"]["Color"];
        };
        /** @description What shows a verdict, or what would be needed for one. */
        Ground: {
            /** @description The position that was looked at; the line begins there. */
            fen: string;
            /** @description How the verdict is known; null where there is none. */
            known?: components["schemas"]["Evidence"] | null;
            /** @description Moves that show it, in UCI. */
            line: string[];
            /** @description The same in SAN. */
            line_san: string[];
            /** @description The pieces that show it. */
            pieces: components["schemas"]["Piece"][];
            /** @description Why, in words. */
            text: string;
        };
        /**
         * Job
         * @description Work that takes longer than a request.
         */
        Job: {
            /** @description Where its events are told. */
            events: string;
            /** @description Its name. */
            id: string;
            /** @description Why there is no result. */
            problem?: components["schemas"]["Job-ProblemDetails"] | null;
            /**
             * Format: double
             * @description The share of the work that is done, from 0 to 1.
             */
            progress: number;
            /** @description Where its result is. */
            result: string;
            /** @description How far it has come. */
            state: components["schemas"]["JobState"];
        };
        /** @description A problem as RFC 9457 describes it, with the place where something is wrong. */
        "Job-ProblemDetails": {
            /** @description What is wrong this time, and what was expected. */
            detail: string;
            /**
             * Format: uint
             * @description Where it ends; the same as `start` where something is missing.
             */
            end?: number | null;
            /** @description The part of the request that is wrong, such as `fen` or `moves/3`. */
            field?: string | null;
            /**
             * Format: uint
             * @description The line of a malformed request, from 1.
             */
            line?: number | null;
            /** @description The message, the text, and a caret under the bad part, as three lines. */
            report?: string | null;
            /**
             * Format: uint
             * @description Where the bad part of the text begins, in characters.
             */
            start?: number | null;
            /**
             * Format: uint16
             * @description The status of the answer.
             */
            status: number;
            /** @description The text that could not be used; of a malformed request its line. */
            text?: string | null;
            /** @description The kind in words. */
            title: string;
            /** @description What kind of problem it is: an address below this server, the same for all of its kind. */
            type: string;
        };
        /** @description How far a job has come. */
        JobState: "queued" | "running" | "done" | "failed" | "cancelled";
        /** @description What a move deserves. */
        Judgement: "best" | "good" | "inaccuracy" | "mistake" | "blunder";
        /** @description Which kernels are used. */
        Kernels: "seed" | "endgame" | "phase" | "occluded";
        /** @description The language of sentences. */
        Language: "en" | "de";
        /** @description A legal move. */
        LegalMove: {
            /** @description Whether it takes something. */
            capture: boolean;
            /** @description Where it starts. */
            from: string;
            /** @description The move in UCI. */
            move: string;
            /** @description What the pawn becomes. */
            promotion?: components["schemas"]["PieceType"] | null;
            /** @description The move in SAN. */
            san: string;
            /** @description Where it ends: for castling where the king ends. */
            to: string;
        };
        /**
         * Lesson
         * @description A lesson about a position, or about a move in it.
         */
        lesson: {
            /** @description Alternatives that teach; only if they were asked for. */
            alternatives?: components["schemas"]["Alternative"][] | null;
            /** @description Who stands better, after the move if one was given; null if the game is over. */
            assessment?: components["schemas"]["Assessment"] | null;
            /** @description What to play; null if the game is over, or if the given move needs no better one. */
            best?: components["schemas"]["Best"] | null;
            /** @description Every claim, in the order told. */
            claims: components["schemas"]["Claim"][];
            /** @description What matters on the board. */
            features: components["schemas"]["Claim"][];
            /** @description The position. */
            fen: string;
            /**
             * @description The kind of document.
             * @constant
             */
            kind: "lesson";
            /**
             * Format: uint
             * @description Claims that were left out for brevity.
             */
            left_out: number;
            /** @description What several good lines share. */
            plan?: components["schemas"]["Claim"] | null;
            /** @description What the move deserves; only if one was given. */
            played?: components["schemas"]["Played"] | null;
            /**
             * @description The schema's version.
             * @constant
             */
            schema: "reti/2";
            /** @description Tables beyond those inside the program that were asked. */
            tables: string[];
            /** @description The lesson in words. */
            text: string;
            /** @description What the opponent would do, or can do after the given move, the punishing reply first. */
            threats: components["schemas"]["Claim"][];
            /** @description The side to move. */
            turn: components["schemas"]["Color"];
            /** @description Tempting moves that fail. */
            why_not: components["schemas"]["WhyNot"][];
        };
        /**
         * Line
         * @description A line and the themes it uses.
         */
        line: {
            /** @description The position before the first move. */
            fen: string;
            /**
             * @description The kind of document.
             * @constant
             */
            kind: "line";
            /** @description The moves in UCI. */
            line: string[];
            /** @description The moves in SAN. */
            line_san: string[];
            /**
             * @description The schema's version.
             * @constant
             */
            schema: "reti/2";
            /** @description The side that solves. */
            solver: components["schemas"]["Color"];
            /** @description What the line uses, by theme and ply. */
            uses: components["schemas"]["ThemeUse"][];
        };
        /** @description What an open line would be. */
        LineKind: "attack" | "defend";
        /** @description A relation as an edge. Properties that a relation does not have are absent. */
        Link: {
            /** @description Attack: whether the target is the king. */
            check?: boolean | null;
            /** @description Attack: whether it is an en passant capture. */
            en_passant?: boolean | null;
            /** @description Pin: whether that is the king. */
            is_absolute?: boolean | null;
            /** @description Tells parallel edges apart: the relation, and the third piece where there is one. */
            key: string;
            /** @description Block, x-ray: what the open line would be. */
            kind?: components["schemas"]["LineKind"] | null;
            /** @description Attack, defend: whether the capture would leave the own king safe. */
            legal?: boolean | null;
            /** @description What the source does to the target. */
            relation: components["schemas"]["Relation"];
            /** @description Pin: the dearer piece behind. */
            shielded?: string | null;
            /** @description Block: whether the blocker shields a friend from an enemy. */
            shields?: boolean | null;
            /** @description Block: the slider that is stopped. */
            slider?: string | null;
            /** @description The node that acts. */
            source: string;
            /**
             * Format: uint32
             * @description How much it matters beside the others: what is dear and poorly guarded counts; 0 where a pin says the same.
             * @default 0
             */
            strength?: number;
            /** @description The node it acts upon. */
            target: string;
            /** @description X-ray: the piece in between. */
            through?: string | null;
        };
        /** @description What a mark on the board shows. */
        Meaning: "move" | "attacker" | "target" | "defender";
        /** @description What the ranks of a table count. */
        Metric: "mate" | "conversion" | "none";
        /**
         * Motif
         * @description A motif of the catalogue.
         */
        motif: {
            /** @description What it counts as. */
            class: components["schemas"]["MotifClass"];
            /** @description The definition, as Markdown. */
            definition: string;
            /** @description Positions that show it. */
            examples: components["schemas"]["MotifExample"][];
            /** @description The name of its family. */
            family: string;
            /**
             * @description The kind of document.
             * @constant
             */
            kind: "motif";
            /** @description What puzzle databases call it, if they do. */
            label?: string | null;
            /** @description Its name. */
            name: string;
            /** @description Positions that look alike, and why they are not. */
            near_misses: components["schemas"]["MotifExample"][];
            /** @description Its roles. */
            roles: string[];
            /**
             * @description The schema's version.
             * @constant
             */
            schema: "reti/2";
            /** @description One line. */
            summary: string;
        };
        /** @description What a motif counts as. */
        MotifClass: "tactic" | "mate" | "observation" | "theme";
        /** @description A position that shows a motif, or almost. */
        MotifExample: {
            /** @description The position. */
            fen: string;
            /** @description Who plays what; or why it is not the motif. */
            text: string;
        };
        /** @description A piece as a node. */
        Node: {
            /** @description Whose it is. */
            color: components["schemas"]["Color"];
            /** @description The square's name, which identifies the node. */
            id: string;
            /**
             * Format: uint32
             * @description The square's number: a1 is 0, b1 is 1, h8 is 63.
             */
            index: number;
            /** @description FEN letter: upper case for White. */
            piece: string;
            /** @description What it is. */
            type: components["schemas"]["PieceType"];
            /**
             * Format: int32
             * @description What the piece is worth in centipawns; the king's 10000 serves comparisons only.
             */
            worth: number;
        };
        /** @description The opening of a game. */
        Opening: {
            /** @description The code of the Encyclopaedia of Chess Openings. */
            eco: string;
            /** @description Its name. */
            name: string;
            /**
             * Format: uint
             * @description How many plies of the game belong to it.
             */
            plies: number;
        };
        /**
         * Opportunities
         * @description What can be won in a position.
         */
        opportunities: {
            /**
             * Format: int32
             * @description Black's degree of soundness.
             */
            degree_black?: number | null;
            /**
             * Format: int32
             * @description White's degree of soundness: the largest degree of its tactics, in centipawns; null without one.
             */
            degree_white?: number | null;
            /** @description The position. */
            fen: string;
            /**
             * @description The kind of document.
             * @constant
             */
            kind: "opportunities";
            /** @description Proven opportunities, best first. */
            opportunities: components["schemas"]["Opportunity"][];
            /**
             * Format: uint
             * @description T: how many tactics there are.
             */
            order: number;
            /**
             * Format: uint
             * @description T*: hanging pieces that another tactic is about are not counted again.
             */
            order_reduced: number;
            /**
             * Format: uint
             * @description `T_sound`: how many tactics are proven to win something as the game stands.
             */
            order_sound: number;
            /**
             * @description The schema's version.
             * @constant
             */
            schema: "reti/2";
            /** @description All tactics, each with its soundness, sorted by motif and roles. */
            tactics: components["schemas"]["Tactic"][];
            /** @description The side to move. */
            turn: components["schemas"]["Color"];
        };
        /**
         * Opportunities
         * @description Looks for what can be won.
         */
        "opportunities-request": {
            /** @description How much it may cost: the engine's nodes for each tactic, 60,000 if nothing is said. */
            budget?: components["schemas"]["Budget"];
            /**
             * @description Also the proofs of sound tactics, as texts that can be checked.
             * @default false
             */
            certificates?: boolean;
            /**
             * @description The position as FEN, or `startpos`, which it is if nothing is said.
             * @default null
             */
            fen?: string | null;
            /**
             * Format: uint
             * @description Which game of the PGN, from 1.
             * @default null
             */
            game?: number | null;
            /**
             * @description Moves from there, in SAN or UCI.
             * @default []
             */
            moves?: string[];
            /**
             * @description A game as PGN, instead of a FEN.
             * @default null
             */
            pgn?: string | null;
            /**
             * Format: uint
             * @description The position of the game after so many plies; its end if nothing is said.
             * @default null
             */
            ply?: number | null;
        };
        /** @description A trigger with what is proven about it. */
        Opportunity: {
            /**
             * Format: int32
             * @description What a shallow forcing search expects, in centipawns.
             */
            degree: number;
            /**
             * Format: int32
             * @description Centipawns that stay won, at least.
             */
            gain?: number | null;
            /** @description The line in UCI. */
            line: string[];
            /** @description The line in SAN. */
            line_san: string[];
            /**
             * Format: uint32
             * @description Moves to mate, at most.
             */
            mate?: number | null;
            /** @description The motifs that the trigger creates. */
            motifs: string[];
            /** @description The trigger in UCI. */
            move: string;
            /** @description The trigger in SAN. */
            san: string;
            /**
             * @description The tactics that the trigger creates, and those that its line creates later and needs, each with its
             *     soundness; squares are those of the board after `ply` plies of the tactic's line.
             */
            tactics: components["schemas"]["Tactic"][];
            /** @description What is known. */
            verdict: components["schemas"]["Verdict"];
        };
        /** @description A phase of a game. */
        Phase: "opening" | "middlegame" | "endgame";
        /** @description How a side played in each phase, from 0 to 100: the mean of its moves; null without moves. */
        PhaseAccuracies: {
            /**
             * Format: double
             * @description From six pieces besides kings and pawns on.
             */
            endgame?: number | null;
            /**
             * Format: double
             * @description From there on.
             */
            middlegame?: number | null;
            /**
             * Format: double
             * @description Until pieces are out or exchanged.
             */
            opening?: number | null;
        };
        /** @description A piece and where it stands. */
        Piece: {
            /** @description Whose it is. */
            color: components["schemas"]["Color"];
            /** @description The square's name. */
            square: string;
            /** @description What it is. */
            type: components["schemas"]["PieceType"];
        };
        /** @description A field for each kind of piece. */
        PieceFields: {
            bishop: number[][];
            king: number[][];
            knight: number[][];
            pawn: number[][];
            queen: number[][];
            rook: number[][];
        };
        /** @description What a piece is. */
        PieceType: "pawn" | "knight" | "bishop" | "rook" | "queen" | "king";
        /**
         * Play
         * @description Lets the engine play.
         */
        "play-request": {
            /** @description How much it may cost; 200,000 nodes if nothing is said. */
            budget?: components["schemas"]["Budget"];
            /**
             * Format: uint32
             * @description A rating from 800 to 2800; full strength if nothing is said.
             * @default null
             */
            elo?: number | null;
            /**
             * @description The position as FEN, or `startpos`, which it is if nothing is said.
             * @default null
             */
            fen?: string | null;
            /**
             * Format: uint
             * @description Which game of the PGN, from 1.
             * @default null
             */
            game?: number | null;
            /**
             * @description Moves from there, in SAN or UCI.
             * @default []
             */
            moves?: string[];
            /**
             * @description A game as PGN, instead of a FEN.
             * @default null
             */
            pgn?: string | null;
            /**
             * Format: uint
             * @description The position of the game after so many plies; its end if nothing is said.
             * @default null
             */
            ply?: number | null;
            /**
             * Format: uint64
             * @description What decides about a weaker player's slips; the position itself if nothing is said.
             * @default null
             */
            seed?: number | null;
        };
        /** @description What a played move deserves. */
        Played: {
            /** @description What it deserves. */
            judgement: components["schemas"]["Judgement"];
            /**
             * Format: double
             * @description Winning chances that it loses, in points from 0 to 100.
             */
            loss: number;
            /** @description In UCI. */
            move: string;
            /** @description In SAN. */
            san: string;
            /** @description What it leads to. */
            score: components["schemas"]["Score"];
            /** @description From whose point of view the score is: the mover's. */
            side: components["schemas"]["Color"];
            /** @description In words. */
            text: string;
        };
        /** @description Points of teachability. */
        Points: {
            /** @description A motif's label or a rule's name. */
            name: string;
            /**
             * Format: double
             * @description What it counts.
             */
            points: number;
        };
        /**
         * PositionRead
         * @description A position as it was read.
         */
        position: {
            /** @description The board in text, with Unicode figures, White's side below. */
            board: string;
            /** @description Whether the side to move is in check. */
            check: boolean;
            /** @description The position. */
            fen: string;
            /** @description The game that the position comes from. */
            game?: components["schemas"]["GameTree"] | null;
            /** @description The games of the text, if there are several. */
            games?: components["schemas"]["GameEntry"][];
            /**
             * @description The kind of document.
             * @constant
             */
            kind: "position";
            /** @description The legal moves, in the order of their names. */
            legal: components["schemas"]["LegalMove"][];
            /** @description The moves that led here, in UCI. */
            line: string[];
            /** @description The same in SAN. */
            line_san: string[];
            /** @description How the game is over: `checkmate`, `stalemate` or `dead`; null if it is not. */
            over?: string | null;
            /**
             * @description The schema's version.
             * @constant
             */
            schema: "reti/2";
            /** @description Where the moves begin. */
            start: string;
            /** @description The side to move. */
            turn: components["schemas"]["Color"];
        };
        /**
         * Position
         * @description Reads a position.
         */
        "position-request": {
            /**
             * @description The position as FEN, or `startpos`, which it is if nothing is said.
             * @default null
             */
            fen?: string | null;
            /**
             * Format: uint
             * @description Which game of the PGN, from 1.
             * @default null
             */
            game?: number | null;
            /**
             * @description Moves from there, in SAN or UCI.
             * @default []
             */
            moves?: string[];
            /**
             * @description A game as PGN, instead of a FEN.
             * @default null
             */
            pgn?: string | null;
            /**
             * Format: uint
             * @description The position of the game after so many plies; its end if nothing is said.
             * @default null
             */
            ply?: number | null;
            /**
             * @description What somebody pasted, instead of `fen` or `pgn`: a FEN, a game as PGN, or moves.
             * @default null
             */
            text?: string | null;
        };
        /** @description What a move is praised for. */
        PraiseKind: "brilliancy" | "only-move" | "punishment" | "find";
        /**
         * ProblemDetails
         * @description A problem as RFC 9457 describes it, with the place where something is wrong.
         */
        ProblemDetails: {
            /** @description What is wrong this time, and what was expected. */
            detail: string;
            /**
             * Format: uint
             * @description Where it ends; the same as `start` where something is missing.
             */
            end?: number | null;
            /** @description The part of the request that is wrong, such as `fen` or `moves/3`. */
            field?: string | null;
            /**
             * Format: uint
             * @description The line of a malformed request, from 1.
             */
            line?: number | null;
            /** @description The message, the text, and a caret under the bad part, as three lines. */
            report?: string | null;
            /**
             * Format: uint
             * @description Where the bad part of the text begins, in characters.
             */
            start?: number | null;
            /**
             * Format: uint16
             * @description The status of the answer.
             */
            status: number;
            /** @description The text that could not be used; of a malformed request its line. */
            text?: string | null;
            /** @description The kind in words. */
            title: string;
            /** @description What kind of problem it is: an address below this server, the same for all of its kind. */
            type: string;
        };
        /**
         * Progress
         * @description How far an answer has come.
         */
        Progress: {
            /**
             * Format: double
             * @description The share of the work that is done, from 0 to 1.
             */
            progress: number;
            /** @description What is done with a table that is being made. */
            table?: components["schemas"]["TableProgress"] | null;
        };
        /**
         * Prompt
         * @description What a language model should be told about a position, within a budget.
         */
        prompt: {
            /**
             * Format: uint
             * @description How many tokens the text may have.
             */
            budget: number;
            /** @description What is true, as told in the text, each with its evidence. */
            facts: components["schemas"]["Claim"][];
            /** @description The position. */
            fen: string;
            /**
             * @description The kind of document.
             * @constant
             */
            kind: "prompt";
            /**
             * Format: uint
             * @description Facts and statements that did not fit.
             */
            left_out: number;
            /**
             * @description What must not be claimed: statements that are false or not decided, with what shows it; their `span` is
             *     that of a statement of its own.
             */
            not: components["schemas"]["CheckedClaim"][];
            /**
             * @description The schema's version.
             * @constant
             */
            schema: "reti/2";
            /** @description All of it in words, as a model should read it. */
            text: string;
            /**
             * Format: uint
             * @description How many it has, as far as can be told without a model's own count: rather too many than too few.
             */
            tokens: number;
            /** @description The side to move. */
            turn: components["schemas"]["Color"];
        };
        /**
         * Prompt
         * @description Tells a language model about a position.
         */
        "prompt-request": {
            /** @description How much it may cost; 3,000,000 nodes if nothing is said. */
            budget?: components["schemas"]["Budget"];
            /**
             * @description The position as FEN, or `startpos`, which it is if nothing is said.
             * @default null
             */
            fen?: string | null;
            /**
             * Format: uint
             * @description Which game of the PGN, from 1.
             * @default null
             */
            game?: number | null;
            /** @description The language of the sentences. */
            language?: components["schemas"]["Language"];
            /**
             * @description Moves from there, in SAN or UCI.
             * @default []
             */
            moves?: string[];
            /**
             * @description A game as PGN, instead of a FEN.
             * @default null
             */
            pgn?: string | null;
            /**
             * Format: uint
             * @description The position of the game after so many plies; its end if nothing is said.
             * @default null
             */
            ply?: number | null;
            /**
             * Format: uint
             * @description How long the text may be, in estimated tokens; 600 if nothing is said.
             * @default null
             */
            tokens?: number | null;
        };
        /**
         * Proof
         * @description The answer to "does this win?".
         */
        proof: {
            /** @description The proof as a text that `reti prove --check` reads; only if it was asked for. */
            certificate?: string | null;
            /** @description Where an evaluation was the goal: what it says before the first move, and what the search made of it. */
            evaluation?: components["schemas"]["CalculatedGain"] | null;
            /** @description The position. */
            fen: string;
            /**
             * Format: int32
             * @description Centipawns that stay won, at least; null for a mate.
             */
            gain?: number | null;
            /** @description What was to be shown: `mate`, `mate N`, `gain N` or `eval N`. */
            goal: string;
            /**
             * @description The kind of document.
             * @constant
             */
            kind: "proof";
            /** @description The line in which the other side holds out best, in UCI. */
            line: string[];
            /** @description The same in SAN. */
            line_san: string[];
            /**
             * Format: uint32
             * @description Moves to mate, at most.
             */
            mate?: number | null;
            /** @description Motifs of the proof, those that carry it first. */
            motifs: components["schemas"]["ProofMotif"][];
            /** @description The first move in UCI; null if nothing is known. */
            move?: string | null;
            /**
             * Format: uint64
             * @description Positions for which the goal was tested.
             */
            nodes: number;
            /** @description The reply that refutes the move, in UCI. */
            refutation?: string | null;
            /** @description The same in SAN. */
            refutation_san?: string | null;
            /** @description The first move in SAN. */
            san?: string | null;
            /**
             * @description The schema's version.
             * @constant
             */
            schema: "reti/2";
            /**
             * @description Whether that was all that the budget allowed; an unknown verdict without it needs longer lines than a
             *     proof may have.
             * @default false
             */
            spent?: boolean;
            /** @description The proof as a tree; only if it was asked for. */
            tree?: components["schemas"]["ProofStep"] | null;
            /**
             * Format: uint
             * @description Positions in the proof.
             */
            tree_size: number;
            /** @description The side to move, which claims. */
            turn: components["schemas"]["Color"];
            /** @description What is known. */
            verdict: components["schemas"]["Verdict"];
        };
        /** @description Why a proof ends. */
        ProofEnd: "checkmate" | "settled" | "kept" | "table";
        /** @description A motif of a proof. */
        ProofMotif: {
            /** @description Whether the proof breaks without it. */
            causal: boolean;
            /** @description The motif's name. */
            motif: string;
        };
        /** @description A reply of the defender and the answer to it. */
        ProofReply: {
            /** @description The position after it. */
            fen: string;
            /** @description The reply in UCI. */
            move: string;
            /** @description The reply in SAN. */
            san: string;
            /** @description What the attacker does then. */
            then: components["schemas"]["ProofStep"];
        };
        /** @description What the attacker does, and every reply to it. */
        ProofStep: {
            /** @description Whether the proof goes on, but is not shown: it is too large. Ask again from here. */
            cut?: boolean;
            /** @description Why the proof ends here; null where it goes on. */
            end?: components["schemas"]["ProofEnd"] | null;
            /** @description The position after it. */
            fen: string;
            /**
             * Format: int32
             * @description Centipawns that the attacker is ahead at this end, at least.
             */
            gain?: number | null;
            /** @description The attacker's move in UCI; null where he need not move any more. */
            move?: string | null;
            /** @description Every legal reply, the one that holds out longest first. */
            replies?: components["schemas"]["ProofReply"][];
            /** @description The move in SAN. */
            san?: string | null;
            /**
             * Format: uint
             * @description Positions in this part of the proof.
             */
            size: number;
        };
        /**
         * Prove
         * @description Proves that something is won.
         */
        "prove-request": {
            /** @description How much it may cost: positions to test for each goal, 100,000 if nothing is said. */
            budget?: components["schemas"]["Budget"];
            /**
             * @description Also the proof as a text that can be checked.
             * @default false
             */
            certificate?: boolean;
            /**
             * @description Ask the exact tables of up to four men.
             * @default false
             */
            exact?: boolean;
            /**
             * @description The position as FEN, or `startpos`, which it is if nothing is said.
             * @default null
             */
            fen?: string | null;
            /**
             * Format: uint
             * @description Which game of the PGN, from 1.
             * @default null
             */
            game?: number | null;
            /**
             * @description What to prove: `mate`, `mate=N` (in N moves) or `gain=CP`; the best there is if nothing is said. With
             *     `eval=CP` the engine calculates, and nothing is proven.
             * @default null
             */
            goal?: string | null;
            /**
             * @description Only this first move, in SAN or UCI.
             * @default null
             */
            move?: string | null;
            /**
             * @description Moves from there, in SAN or UCI.
             * @default []
             */
            moves?: string[];
            /**
             * @description A game as PGN, instead of a FEN.
             * @default null
             */
            pgn?: string | null;
            /**
             * Format: uint
             * @description The position of the game after so many plies; its end if nothing is said.
             * @default null
             */
            ply?: number | null;
            /**
             * @description Also the proof as a tree.
             * @default false
             */
            tree?: boolean;
        };
        /** @description How much is worth a sentence. */
        Reader: "beginner" | "club" | "expert";
        /** @description Why a move is good. */
        Reason: {
            /** @description How it is known. */
            evidence: components["schemas"]["Evidence"];
            /** @description `wins`, `threatens`, `parries`, `prepares`, `trades`, `improves` and others. */
            reason: string;
            /** @description In words. */
            text: string;
        };
        /** @description A relation between two pieces. */
        Relation: "attack" | "defend" | "block" | "pin" | "xray";
        /** @description The squares of each role, by its name. */
        Roles: {
            [key: string]: string[];
        };
        /** @description A size of kernels and how much it counts. */
        Scale: {
            /**
             * Format: double
             * @description What its weights are multiplied by.
             */
            factor: number;
            /**
             * Format: uint
             * @description The side of the middle part, in squares.
             */
            size: number;
        };
        /** @description By which thresholds moves are judged. */
        Scheme: "lichess" | "chesscom";
        /** @description A score: centipawns or moves to mate, and a table's value where one is known. */
        Score: {
            /**
             * Format: int32
             * @description Centipawns; 0 for a draw that tables know, 10000 for a win of unknown length.
             */
            cp?: number | null;
            /**
             * Format: int32
             * @description Moves to mate, negative if the side is mated.
             */
            mate?: number | null;
            /** @description The exact value, if a table or the rules know it. */
            value?: components["schemas"]["Value"] | null;
        };
        /** @description A part of a score. */
        ScoreTerm: {
            /** @description A kind of piece, or what an evaluation has besides: `territory`, `occluded`, `attention`, `flow` and others. */
            name: string;
            /**
             * Format: double
             * @description Centipawns for White.
             */
            value: number;
        };
        /**
         * See
         * @description Counts out an exchange.
         */
        "see-request": {
            /**
             * @description The position as FEN, or `startpos`, which it is if nothing is said.
             * @default null
             */
            fen?: string | null;
            /**
             * Format: uint
             * @description Which game of the PGN, from 1.
             * @default null
             */
            game?: number | null;
            /**
             * @description The move that begins it, in SAN or UCI.
             * @default
             */
            move?: string;
            /**
             * @description Moves from there, in SAN or UCI.
             * @default []
             */
            moves?: string[];
            /**
             * @description A game as PGN, instead of a FEN.
             * @default null
             */
            pgn?: string | null;
            /**
             * Format: uint
             * @description The position of the game after so many plies; its end if nothing is said.
             * @default null
             */
            ply?: number | null;
        };
        /** @description A mark on the board with a meaning. */
        Shape: {
            /** @description Where an arrow starts, or the square of a ring. */
            from: string;
            /** @description What it shows. */
            meaning: components["schemas"]["Meaning"];
            /** @description Where an arrow points; null for a ring. */
            to?: string | null;
        };
        /** @description One field with its slopes and critical points. */
        ShownField: {
            /** @description Squares that stand out, sorted by square. */
            critical_points: components["schemas"]["CriticalPoint"][];
            /** @description The sum of the four neighbours less four times the square. */
            laplacian: number[][];
            /** @description Its name, such as `balance` or `white knight`. */
            name: string;
            /** @description The rise towards rank 1. */
            slope_down: number[][];
            /** @description The rise towards the h-file. */
            slope_right: number[][];
            /** @description Its values. */
            values: number[][];
        };
        /** @description Whose influence is shown. */
        Side: "balance" | "white" | "black" | "strength";
        /** @description One side's flow. */
        SideFlow: {
            /** @description The drift towards rank 1 on every square. */
            down: number[][];
            /** @description Officers and the king, by square. */
            pieces: components["schemas"]["Drift"][];
            /** @description The drift towards the h-file. */
            right: number[][];
        };
        /** @description A number for every kind of piece, such as its L1 norm; pawn first and king last. */
        SideNorms: {
            /** @description Black's. */
            black: number[];
            /** @description White's. */
            white: number[];
        };
        /** @description How a side played. */
        SideSummary: {
            /**
             * Format: double
             * @description From 0 to 100; null without moves.
             */
            accuracy?: number | null;
            /** @description Motifs of what it allowed. */
            allowed: {
                [key: string]: number;
            };
            /**
             * Format: uint
             * @description Moves that lost less than a point of winning chances.
             */
            best_moves: number;
            /**
             * Format: uint
             * @description How many moves were blunders.
             */
            blunders: number;
            /**
             * Format: double
             * @description Average centipawns lost per move.
             */
            centipawn_loss?: number | null;
            /** @description The same by the time left; empty where the game has no clocks. */
            clocks: components["schemas"]["ClockAccuracy"][];
            /** @description Motifs of what the side found, with their number. */
            found: {
                [key: string]: number;
            };
            /**
             * Format: uint
             * @description How many moves were inaccuracies.
             */
            inaccuracies: number;
            /**
             * Format: uint
             * @description The longest row of them.
             */
            longest_best: number;
            /** @description Motifs of what it missed. */
            missed: {
                [key: string]: number;
            };
            /**
             * Format: uint
             * @description How many moves were mistakes.
             */
            mistakes: number;
            /** @description The same by phase. */
            phases: components["schemas"]["PhaseAccuracies"];
        };
        /**
         * Solved
         * @description What the zone search found.
         */
        solution: {
            /** @description Other searches of the same position, where asked for. */
            compared?: components["schemas"]["Compared"][];
            /** @description Whether the value is proven by exact values and complete moves. */
            decided: boolean;
            /**
             * Format: uint
             * @description The longest line, in plies.
             */
            depth: number;
            /**
             * Format: uint
             * @description How many moves were tried.
             */
            edges: number;
            /** @description The position. */
            fen: string;
            /** @description What ordered the moves of a race. */
            forecast: components["schemas"]["Forecast"];
            /** @description The move to play in UCI; null if none was found. */
            key?: string | null;
            /**
             * @description The kind of document.
             * @constant
             */
            kind: "solution";
            /**
             * Format: uint64
             * @description At how many positions was looked without trying a move of the tree: along threats, and for a second look at
             *     what was found about four men.
             * @default 0
             */
            looks?: number;
            /**
             * Format: uint64
             * @description How often an exact table was asked; never about the root's own material if nothing is fitted,
             *     unless that has at most three men.
             */
            probes: number;
            /** @description The same in SAN. */
            san?: string | null;
            /**
             * @description The schema's version.
             * @constant
             */
            schema: "reti/2";
            /** @description What was allowed to decide. */
            tier: components["schemas"]["Tier"];
            /** @description The tree, one entry per branch. */
            tree: components["schemas"]["SolvedBranch"][];
            /** @description The side to move. */
            turn: components["schemas"]["Color"];
            /** @description The value for the side to move; null if it is unknown. */
            value?: components["schemas"]["Value"] | null;
        };
        /**
         * Solve
         * @description Solves a study.
         */
        "solve-request": {
            /** @description How much it may cost: branches of the tree for each question, 200,000 if nothing is said. */
            budget?: components["schemas"]["Budget"];
            /**
             * @description Lay the moves tried beside those of alpha-beta.
             * @default false
             */
            compare?: boolean;
            /**
             * @description The position as FEN, or `startpos`, which it is if nothing is said.
             * @default null
             */
            fen?: string | null;
            /**
             * @description What orders the moves of a pawn race: `none` for zones alone, `fitted` for a small network.
             * @default null
             */
            forecast?: components["schemas"]["Forecast"] | null;
            /**
             * Format: uint
             * @description Which game of the PGN, from 1.
             * @default null
             */
            game?: number | null;
            /**
             * @description Moves from there, in SAN or UCI.
             * @default []
             */
            moves?: string[];
            /**
             * @description A game as PGN, instead of a FEN.
             * @default null
             */
            pgn?: string | null;
            /**
             * Format: uint
             * @description The position of the game after so many plies; its end if nothing is said.
             * @default null
             */
            ply?: number | null;
            /**
             * @description Which knowledge may end a branch: `sound` for exact tables only, `pioneer` for rules of thumb too.
             * @default null
             */
            tier?: components["schemas"]["Tier"] | null;
        };
        /** @description A branch of the tree; numbers start at 1, and 0 means none. */
        SolvedBranch: {
            /**
             * Format: uint
             * @description The next alternative.
             */
            brother: number;
            /** @description The proven value for the side that played it, if there is one. */
            decided?: components["schemas"]["Value"] | null;
            /**
             * Format: uint
             * @description The branch before.
             */
            father: number;
            /**
             * Format: int32
             * @description Material in centipawns for the side that played it, where the search counted it.
             */
            gain?: number | null;
            /**
             * Format: uint
             * @description Its number.
             */
            id: number;
            /** @description The move, as UCI. */
            move: string;
            /**
             * Format: uint
             * @description Its first continuation.
             */
            son: number;
            /** @description The value that the search found, for the side that played it; null where it counted material. */
            value?: components["schemas"]["Value"] | null;
            /** @description The zone that brought it in; null if none did. */
            zone?: components["schemas"]["BranchZone"] | null;
        };
        /** @description Whether a tactic keeps what it promises. */
        Soundness: {
            /**
             * @description The proofs as texts that `reti prove --check` reads: one if the owner is to move, otherwise one for each
             *     reply; only if they were asked for.
             */
            certificates?: string[];
            /**
             * Format: int32
             * @description What a quick search of forcing moves expects were its owner to move, in centipawns; null in check.
             */
            degree?: number | null;
            /**
             * Format: int32
             * @description Centipawns that it wins for its owner: proven if it is sound, calculated if that is likely.
             */
            gain?: number | null;
            /** @description What the degree is called; null without one. */
            grade?: components["schemas"]["Grade"] | null;
            /** @description The line that shows it, in UCI from the position of the document: how it is won, or how it is refuted. */
            line: string[];
            /** @description The same in SAN. */
            line_san: string[];
            /**
             * Format: uint32
             * @description Moves to mate, at most; 0 if the mate is on the board.
             */
            mate?: number | null;
            /**
             * Format: uint64
             * @description Positions that the verdict cost.
             */
            nodes: number;
            /**
             * Format: uint
             * @description After so many plies of the line the tactic is on the board; 0 if it is there now.
             */
            ply: number;
            /**
             * Format: uint32
             * @description The proof number: how many positions must at least still be won for a proof, 0 if it is proven; null if
             *     the forcing moves are exhausted.
             */
            proof_number?: number | null;
            /** @description What is known. */
            verdict: components["schemas"]["SoundnessVerdict"];
        };
        /** @description The tactical complexity of one position of a game. */
        SoundnessPly: {
            /**
             * Format: int32
             * @description The largest degree of Black's tactics.
             */
            degree_black?: number | null;
            /**
             * Format: int32
             * @description The largest degree of White's tactics, in centipawns; null without one.
             */
            degree_white?: number | null;
            /**
             * Format: uint
             * @description T: how many tactics there are.
             */
            order: number;
            /**
             * Format: uint
             * @description `T_sound`: how many are proven to win something as the game stands.
             */
            order_sound: number;
        };
        /** @description Whether a tactic keeps what it promises. */
        SoundnessVerdict: "sound" | "likely" | "refuted" | "unknown";
        /** @description A statement; `claim` names its kind. */
        StatedClaim: {
            /** @description moves that are played first */
            after?: string[];
            /** @constant */
            claim: "piece_on";
            /**
             * @description a side: white or black
             * @enum {string}
             */
            color?: "white" | "black";
            /** @description whether it is denied */
            not?: boolean;
            /**
             * @description a piece type: pawn to king
             * @enum {string}
             */
            piece: "pawn" | "knight" | "bishop" | "rook" | "queen" | "king";
            /** @description a square such as e4 */
            square: string;
        } | {
            /** @description moves that are played first */
            after?: string[];
            /** @constant */
            claim: "empty";
            /** @description whether it is denied */
            not?: boolean;
            /** @description a square such as e4 */
            square: string;
        } | {
            /** @description moves that are played first */
            after?: string[];
            /** @constant */
            claim: "attacks";
            /** @description whether it is denied */
            not?: boolean;
            /** @description a piece: its square (f6), with its type (knight f6) and colour (black knight f6), or colour and type of the only one (black queen) */
            piece: string;
            /** @description a piece: its square (f6), with its type (knight f6) and colour (black knight f6), or colour and type of the only one (black queen) */
            target: string;
        } | {
            /** @description moves that are played first */
            after?: string[];
            /**
             * @description a side: white or black
             * @enum {string}
             */
            by?: "white" | "black";
            /** @constant */
            claim: "attacked";
            /** @description whether it is denied */
            not?: boolean;
            /** @description a piece: its square (f6), with its type (knight f6) and colour (black knight f6), or colour and type of the only one (black queen) */
            target: string;
            /** @description a number */
            times?: number;
        } | {
            /** @description moves that are played first */
            after?: string[];
            /** @constant */
            claim: "defends";
            /** @description whether it is denied */
            not?: boolean;
            /** @description a piece: its square (f6), with its type (knight f6) and colour (black knight f6), or colour and type of the only one (black queen) */
            piece: string;
            /** @description a piece: its square (f6), with its type (knight f6) and colour (black knight f6), or colour and type of the only one (black queen) */
            target: string;
        } | {
            /** @description moves that are played first */
            after?: string[];
            /** @constant */
            claim: "defended";
            /** @description whether it is denied */
            not?: boolean;
            /** @description a piece: its square (f6), with its type (knight f6) and colour (black knight f6), or colour and type of the only one (black queen) */
            target: string;
            /** @description a number */
            times?: number;
        } | {
            /** @description moves that are played first */
            after?: string[];
            /** @constant */
            claim: "hangs";
            /** @description whether it is denied */
            not?: boolean;
            /** @description a piece: its square (f6), with its type (knight f6) and colour (black knight f6), or colour and type of the only one (black queen) */
            piece: string;
        } | {
            /** @description moves that are played first */
            after?: string[];
            /** @description a piece: its square (f6), with its type (knight f6) and colour (black knight f6), or colour and type of the only one (black queen) */
            by?: string;
            /** @constant */
            claim: "pinned";
            /** @description whether it is denied */
            not?: boolean;
            /** @description a piece: its square (f6), with its type (knight f6) and colour (black knight f6), or colour and type of the only one (black queen) */
            piece: string;
            /** @description a piece: its square (f6), with its type (knight f6) and colour (black knight f6), or colour and type of the only one (black queen) */
            to?: string;
        } | {
            /** @description moves that are played first */
            after?: string[];
            /** @description a piece: its square (f6), with its type (knight f6) and colour (black knight f6), or colour and type of the only one (black queen) */
            behind?: string;
            /** @description a piece: its square (f6), with its type (knight f6) and colour (black knight f6), or colour and type of the only one (black queen) */
            by: string;
            /** @constant */
            claim: "skewer";
            /** @description a piece: its square (f6), with its type (knight f6) and colour (black knight f6), or colour and type of the only one (black queen) */
            front?: string;
            /** @description whether it is denied */
            not?: boolean;
        } | {
            /** @description moves that are played first */
            after?: string[];
            /** @constant */
            claim: "fork";
            /** @description whether it is denied */
            not?: boolean;
            /** @description a piece: its square (f6), with its type (knight f6) and colour (black knight f6), or colour and type of the only one (black queen) */
            piece: string;
            /** @description pieces, each by its square or as `knight f6` */
            targets: string[];
        } | {
            /** @description moves that are played first */
            after?: string[];
            /** @constant */
            claim: "trapped";
            /** @description whether it is denied */
            not?: boolean;
            /** @description a piece: its square (f6), with its type (knight f6) and colour (black knight f6), or colour and type of the only one (black queen) */
            piece: string;
        } | {
            /** @description moves that are played first */
            after?: string[];
            /** @constant */
            claim: "immobile";
            /** @description whether it is denied */
            not?: boolean;
            /** @description a piece: its square (f6), with its type (knight f6) and colour (black knight f6), or colour and type of the only one (black queen) */
            piece: string;
        } | {
            /** @description moves that are played first */
            after?: string[];
            /** @constant */
            claim: "can_move";
            /** @description whether it is denied */
            not?: boolean;
            /** @description a piece: its square (f6), with its type (knight f6) and colour (black knight f6), or colour and type of the only one (black queen) */
            piece: string;
            /** @description a square such as e4 */
            to: string;
        } | {
            /** @description moves that are played first */
            after?: string[];
            /** @constant */
            claim: "can_capture";
            /** @description whether it is denied */
            not?: boolean;
            /** @description a piece: its square (f6), with its type (knight f6) and colour (black knight f6), or colour and type of the only one (black queen) */
            piece: string;
            /** @description a piece: its square (f6), with its type (knight f6) and colour (black knight f6), or colour and type of the only one (black queen) */
            target: string;
        } | {
            /** @description moves that are played first */
            after?: string[];
            /** @constant */
            claim: "outpost";
            /** @description whether it is denied */
            not?: boolean;
            /** @description a piece: its square (f6), with its type (knight f6) and colour (black knight f6), or colour and type of the only one (black queen) */
            piece: string;
        } | {
            /** @description moves that are played first */
            after?: string[];
            /** @constant */
            claim: "in_check";
            /**
             * @description a side: white or black
             * @enum {string}
             */
            color: "white" | "black";
            /** @description whether it is denied */
            not?: boolean;
        } | {
            /** @description moves that are played first */
            after?: string[];
            /** @constant */
            claim: "checkmate";
            /**
             * @description a side: white or black
             * @enum {string}
             */
            color?: "white" | "black";
            /** @description whether it is denied */
            not?: boolean;
        } | {
            /** @description moves that are played first */
            after?: string[];
            /** @constant */
            claim: "stalemate";
            /**
             * @description a side: white or black
             * @enum {string}
             */
            color?: "white" | "black";
            /** @description whether it is denied */
            not?: boolean;
        } | {
            /** @description moves that are played first */
            after?: string[];
            /** @constant */
            claim: "gives_check";
            /** @description a move in SAN or UCI */
            move: string;
            /** @description whether it is denied */
            not?: boolean;
        } | {
            /** @description moves that are played first */
            after?: string[];
            /** @constant */
            claim: "mates";
            /** @description a move in SAN or UCI */
            move: string;
            /** @description whether it is denied */
            not?: boolean;
        } | {
            /** @description moves that are played first */
            after?: string[];
            /** @constant */
            claim: "captures";
            /** @description a move in SAN or UCI */
            move: string;
            /** @description whether it is denied */
            not?: boolean;
            /**
             * @description a piece type: pawn to king
             * @enum {string}
             */
            piece?: "pawn" | "knight" | "bishop" | "rook" | "queen" | "king";
            /** @description a square such as e4 */
            square?: string;
        } | {
            /** @description moves that are played first */
            after?: string[];
            /** @constant */
            claim: "discovered_check";
            /** @description a move in SAN or UCI */
            move: string;
            /** @description whether it is denied */
            not?: boolean;
        } | {
            /** @description moves that are played first */
            after?: string[];
            /** @constant */
            claim: "double_check";
            /** @description a move in SAN or UCI */
            move: string;
            /** @description whether it is denied */
            not?: boolean;
        } | {
            /** @description moves that are played first */
            after?: string[];
            /** @constant */
            claim: "legal";
            /** @description moves in SAN or UCI */
            line: string[];
            /** @description whether it is denied */
            not?: boolean;
        } | {
            /** @description moves that are played first */
            after?: string[];
            /** @constant */
            claim: "only_legal_move";
            /** @description a move in SAN or UCI */
            move?: string;
            /** @description whether it is denied */
            not?: boolean;
        } | {
            /** @description moves that are played first */
            after?: string[];
            /** @constant */
            claim: "to_move";
            /**
             * @description a side: white or black
             * @enum {string}
             */
            color: "white" | "black";
            /** @description whether it is denied */
            not?: boolean;
        } | {
            /** @description moves that are played first */
            after?: string[];
            /** @constant */
            claim: "castling";
            /**
             * @description a side: white or black
             * @enum {string}
             */
            color: "white" | "black";
            /** @description whether it is denied */
            not?: boolean;
            /**
             * @description a sense: right (the right is not lost) or now (it is legal at once)
             * @enum {string}
             */
            sense?: "right" | "now";
            /**
             * @description a wing: king or queen
             * @enum {string}
             */
            wing?: "king" | "queen";
        } | {
            /** @description moves that are played first */
            after?: string[];
            /** @constant */
            claim: "material";
            /**
             * @description a side: white or black
             * @enum {string}
             */
            color?: "white" | "black";
            /** @description a lead: equal, ahead, pawn, 2 pawns, 3 pawns, exchange, piece, knight, bishop, rook or queen */
            lead: string;
            /** @description whether it is denied */
            not?: boolean;
        } | {
            /** @description moves that are played first */
            after?: string[];
            /** @constant */
            claim: "count";
            /**
             * @description a side: white or black
             * @enum {string}
             */
            color?: "white" | "black";
            /** @description whether it is denied */
            not?: boolean;
            /** @description a number */
            number: number;
            /**
             * @description a piece type: pawn to king
             * @enum {string}
             */
            piece: "pawn" | "knight" | "bishop" | "rook" | "queen" | "king";
        } | {
            /** @description moves that are played first */
            after?: string[];
            /** @constant */
            claim: "bishop_pair";
            /**
             * @description a side: white or black
             * @enum {string}
             */
            color: "white" | "black";
            /** @description whether it is denied */
            not?: boolean;
        } | {
            /** @description moves that are played first */
            after?: string[];
            /** @constant */
            claim: "opposite_bishops";
            /** @description whether it is denied */
            not?: boolean;
        } | {
            /** @description moves that are played first */
            after?: string[];
            /** @constant */
            claim: "passed_pawn";
            /**
             * @description a side: white or black
             * @enum {string}
             */
            color?: "white" | "black";
            /**
             * @description a file: a to h
             * @enum {string}
             */
            file?: "a" | "b" | "c" | "d" | "e" | "f" | "g" | "h";
            /** @description whether it is denied */
            not?: boolean;
            /** @description a piece: its square (f6), with its type (knight f6) and colour (black knight f6), or colour and type of the only one (black queen) */
            pawn?: string;
        } | {
            /** @description moves that are played first */
            after?: string[];
            /** @constant */
            claim: "isolated_pawn";
            /**
             * @description a side: white or black
             * @enum {string}
             */
            color?: "white" | "black";
            /**
             * @description a file: a to h
             * @enum {string}
             */
            file?: "a" | "b" | "c" | "d" | "e" | "f" | "g" | "h";
            /** @description whether it is denied */
            not?: boolean;
            /** @description a piece: its square (f6), with its type (knight f6) and colour (black knight f6), or colour and type of the only one (black queen) */
            pawn?: string;
        } | {
            /** @description moves that are played first */
            after?: string[];
            /** @constant */
            claim: "doubled_pawn";
            /**
             * @description a side: white or black
             * @enum {string}
             */
            color?: "white" | "black";
            /**
             * @description a file: a to h
             * @enum {string}
             */
            file?: "a" | "b" | "c" | "d" | "e" | "f" | "g" | "h";
            /** @description whether it is denied */
            not?: boolean;
            /** @description a piece: its square (f6), with its type (knight f6) and colour (black knight f6), or colour and type of the only one (black queen) */
            pawn?: string;
        } | {
            /** @description moves that are played first */
            after?: string[];
            /** @constant */
            claim: "backward_pawn";
            /**
             * @description a side: white or black
             * @enum {string}
             */
            color?: "white" | "black";
            /**
             * @description a file: a to h
             * @enum {string}
             */
            file?: "a" | "b" | "c" | "d" | "e" | "f" | "g" | "h";
            /** @description whether it is denied */
            not?: boolean;
            /** @description a piece: its square (f6), with its type (knight f6) and colour (black knight f6), or colour and type of the only one (black queen) */
            pawn?: string;
        } | {
            /** @description moves that are played first */
            after?: string[];
            /** @constant */
            claim: "protected_passed_pawn";
            /**
             * @description a side: white or black
             * @enum {string}
             */
            color?: "white" | "black";
            /**
             * @description a file: a to h
             * @enum {string}
             */
            file?: "a" | "b" | "c" | "d" | "e" | "f" | "g" | "h";
            /** @description whether it is denied */
            not?: boolean;
            /** @description a piece: its square (f6), with its type (knight f6) and colour (black knight f6), or colour and type of the only one (black queen) */
            pawn?: string;
        } | {
            /** @description moves that are played first */
            after?: string[];
            /** @constant */
            claim: "open_file";
            /**
             * @description a file: a to h
             * @enum {string}
             */
            file: "a" | "b" | "c" | "d" | "e" | "f" | "g" | "h";
            /** @description whether it is denied */
            not?: boolean;
        } | {
            /** @description moves that are played first */
            after?: string[];
            /** @constant */
            claim: "half_open_file";
            /**
             * @description a side: white or black
             * @enum {string}
             */
            color?: "white" | "black";
            /**
             * @description a file: a to h
             * @enum {string}
             */
            file: "a" | "b" | "c" | "d" | "e" | "f" | "g" | "h";
            /** @description whether it is denied */
            not?: boolean;
        } | {
            /** @description moves that are played first */
            after?: string[];
            /** @constant */
            claim: "en_passant";
            /** @description a move in SAN or UCI */
            move?: string;
            /** @description whether it is denied */
            not?: boolean;
        } | {
            /** @description moves that are played first */
            after?: string[];
            /** @constant */
            claim: "draw_by";
            /** @description whether it is denied */
            not?: boolean;
            /**
             * @description a rule: stalemate, material, fifty-moves or repetition
             * @enum {string}
             */
            rule: "stalemate" | "material" | "fifty-moves" | "repetition";
        } | {
            /** @description moves that are played first */
            after?: string[];
            /** @constant */
            claim: "unstoppable";
            /** @description whether it is denied */
            not?: boolean;
            /** @description a piece: its square (f6), with its type (knight f6) and colour (black knight f6), or colour and type of the only one (black queen) */
            pawn: string;
        } | {
            /** @description moves that are played first */
            after?: string[];
            /** @constant */
            claim: "mate_in";
            /**
             * @description a side: white or black
             * @enum {string}
             */
            color?: "white" | "black";
            /** @description a move in SAN or UCI */
            move?: string;
            /** @description a number */
            moves: number;
            /** @description whether it is denied */
            not?: boolean;
        } | {
            /** @description moves that are played first */
            after?: string[];
            /** @constant */
            claim: "forced_mate";
            /**
             * @description a side: white or black
             * @enum {string}
             */
            color?: "white" | "black";
            /** @description a move in SAN or UCI */
            move?: string;
            /** @description whether it is denied */
            not?: boolean;
        } | {
            /** @description moves that are played first */
            after?: string[];
            /** @constant */
            claim: "wins_material";
            /**
             * @description a side: white or black
             * @enum {string}
             */
            color?: "white" | "black";
            /** @description a move in SAN or UCI */
            move?: string;
            /** @description whether it is denied */
            not?: boolean;
            /**
             * @description a prize: mate, material, pawn, two-pawns, exchange, piece, rook or queen
             * @enum {string}
             */
            what: "mate" | "material" | "pawn" | "two-pawns" | "exchange" | "piece" | "rook" | "queen";
        } | {
            /** @description moves that are played first */
            after?: string[];
            /** @constant */
            claim: "loses_material";
            /** @description a move in SAN or UCI */
            move: string;
            /** @description whether it is denied */
            not?: boolean;
            /**
             * @description a prize: mate, material, pawn, two-pawns, exchange, piece, rook or queen
             * @enum {string}
             */
            what: "mate" | "material" | "pawn" | "two-pawns" | "exchange" | "piece" | "rook" | "queen";
        } | {
            /** @description moves that are played first */
            after?: string[];
            /** @constant */
            claim: "threatens";
            /**
             * @description a side: white or black
             * @enum {string}
             */
            color?: "white" | "black";
            /** @description a move in SAN or UCI */
            move?: string;
            /** @description whether it is denied */
            not?: boolean;
            /** @description a piece: its square (f6), with its type (knight f6) and colour (black knight f6), or colour and type of the only one (black queen) */
            target?: string;
            /**
             * @description a prize: mate, material, pawn, two-pawns, exchange, piece, rook or queen
             * @enum {string}
             */
            what?: "mate" | "material" | "pawn" | "two-pawns" | "exchange" | "piece" | "rook" | "queen";
        } | {
            /** @description moves that are played first */
            after?: string[];
            /** @constant */
            claim: "best_move";
            /** @description a move in SAN or UCI */
            move: string;
            /** @description whether it is denied */
            not?: boolean;
        } | {
            /** @description moves that are played first */
            after?: string[];
            /** @constant */
            claim: "better_than";
            /** @description a move in SAN or UCI */
            move: string;
            /** @description whether it is denied */
            not?: boolean;
            /** @description a move in SAN or UCI */
            than: string;
        } | {
            /** @description moves that are played first */
            after?: string[];
            /** @constant */
            claim: "only_move";
            /** @description a move in SAN or UCI */
            move: string;
            /** @description whether it is denied */
            not?: boolean;
        } | {
            /** @description moves that are played first */
            after?: string[];
            /** @constant */
            claim: "blunder";
            /** @description a move in SAN or UCI */
            move: string;
            /** @description whether it is denied */
            not?: boolean;
        } | {
            /** @description moves that are played first */
            after?: string[];
            /** @constant */
            claim: "sacrifice";
            /** @description a move in SAN or UCI */
            move: string;
            /** @description whether it is denied */
            not?: boolean;
            /**
             * @description a piece type: pawn to king
             * @enum {string}
             */
            piece?: "pawn" | "knight" | "bishop" | "rook" | "queen" | "king";
        } | {
            /** @description moves that are played first */
            after?: string[];
            /** @constant */
            claim: "evaluation";
            /**
             * @description a side: white or black
             * @enum {string}
             */
            color?: "white" | "black";
            /** @description whether it is denied */
            not?: boolean;
            /**
             * @description a standing: equal, slightly-better, better, much-better, winning, lost, worse or drawn
             * @enum {string}
             */
            standing: "equal" | "slightly-better" | "better" | "much-better" | "winning" | "lost" | "worse" | "drawn";
        } | {
            /** @description moves that are played first */
            after?: string[];
            /** @constant */
            claim: "table_value";
            /**
             * @description a side: white or black
             * @enum {string}
             */
            color?: "white" | "black";
            /** @description whether it is denied */
            not?: boolean;
            /**
             * @description a value: win, draw or loss
             * @enum {string}
             */
            value: "win" | "draw" | "loss";
        };
        /** @description Whether a statement holds. */
        StatementVerdict: "true" | "false" | "cannot-tell";
        /** @description One trajectory of a zone after a move. */
        SymbolAfter: {
            /** @description Its side. */
            color: components["schemas"]["Color"];
            /** @description What became of it. */
            fate: components["schemas"]["Fate"];
            /**
             * Format: uint32
             * @description 0 for the main trajectory, 1 for those who disturb or support it, and so on.
             */
            negation: number;
            /** @description The piece's letter. */
            piece: string;
            /** @description Why it is frozen, if it is. */
            reason?: components["schemas"]["FrozenReason"] | null;
            /** @description The squares in order. */
            squares: string[];
            /**
             * Format: uint32
             * @description The time allotted.
             */
            time: number;
        };
        /**
         * TableCertificate
         * @description An endgame that was made, ranked, counted and certified.
         */
        "table-certificate": {
            /** @description Which table it is: the checksum by which files name it. */
            checksum?: string | null;
            /** @description Checksums by winner, made on a graphics card. */
            checksums?: components["schemas"]["TableChecksums"] | null;
            /** @description Wins, draws and losses without the fifty-move rule. */
            counts: components["schemas"]["TableCounts"];
            /** @description The endgame. */
            endgame: string;
            /** @description The same with it, where it was counted: on a graphics card. */
            fifty_move_rule?: components["schemas"]["TableFifty"] | null;
            /**
             * @description The kind of document.
             * @constant
             */
            kind: "table-certificate";
            /** @description The longest win of each side, in moves that `metric` counts. */
            longest: components["schemas"]["TableLengths"];
            /** @description A position of each of them, where somebody wants to look at it: in answers to `build`. */
            longest_positions?: components["schemas"]["TablePositions"];
            /**
             * Format: uint8
             * @description How many men it has.
             */
            men: number;
            /** @description What ranks count. */
            metric: components["schemas"]["Metric"];
            /**
             * @description The tables that captures and promotions lead to, with their checksums: by endgame, or by attacker and
             *     defender where a graphics card made them.
             */
            rests_on: {
                [key: string]: string;
            };
            /**
             * @description The schema's version.
             * @constant
             */
            schema: "reti/2";
            /**
             * Format: uint64
             * @description Positions that the certifier found wrong.
             */
            violations: number;
        };
        /**
         * TableForgery
         * @description A forged labelling.
         */
        "table-forgery": {
            /**
             * @description What verifiers say about the labelling, only if they were asked: the check of labels alone, then the one
             *     that wants ranks.
             */
            checks?: components["schemas"]["TableVerification"][];
            /** @description The endgame. */
            endgame: string;
            /**
             * @description The kind of document.
             * @constant
             */
            kind: "table-forgery";
            /**
             * Format: uint64
             * @description Wrong labels with the other side to move (462).
             */
            loser_to_move: number;
            /**
             * @description The schema's version.
             * @constant
             */
            schema: "reti/2";
            /** @description The side that is said to win. */
            winner: components["schemas"]["Color"];
            /**
             * Format: uint64
             * @description Wrong labels with the winner to move (462).
             */
            winner_to_move: number;
            /** @description Wrong labels by convention. */
            wrong: {
                [key: string]: number;
            };
        };
        /**
         * TableProbe
         * @description What tables say about a position.
         */
        "table-probe": {
            /**
             * Format: uint16
             * @description Plies to mate, where the table counts them.
             */
            dtm?: number | null;
            /** @description The position. */
            fen: string;
            /**
             * @description What is known about the fifty-move rule and the clock of the position; nothing for draws.
             * @default null
             */
            fifty_move_rule?: components["schemas"]["FiftyMoveRule"] | null;
            /**
             * @description The kind of document.
             * @constant
             */
            kind: "table-probe";
            /** @description Best play by both sides in UCI; empty for a draw. */
            line: string[];
            /** @description The same in SAN. */
            line_san: string[];
            /** @description What `rank` counts. */
            metric?: components["schemas"]["Metric"] | null;
            /** @description All legal moves, best first. */
            moves: components["schemas"]["TableMove"][];
            /**
             * Format: uint8
             * @description Moves of the winner to mate or, in tables that count so, to the next capture or pawn move.
             */
            rank?: number | null;
            /**
             * @description The schema's version.
             * @constant
             */
            schema: "reti/2";
            /** @description Who answered. */
            source: components["schemas"]["TableSource"];
            /** @description The side to move. */
            turn: components["schemas"]["Color"];
            /** @description For the side to move; the fifty-move rule is ignored. */
            value: components["schemas"]["Value"];
        };
        /**
         * Table
         * @description Asks the tables.
         */
        "table-request": {
            /**
             * @description The position as FEN, or `startpos`, which it is if nothing is said.
             * @default null
             */
            fen?: string | null;
            /**
             * Format: uint
             * @description Which game of the PGN, from 1.
             * @default null
             */
            game?: number | null;
            /**
             * @description Moves from there, in SAN or UCI.
             * @default []
             */
            moves?: string[];
            /**
             * @description A game as PGN, instead of a FEN.
             * @default null
             */
            pgn?: string | null;
            /**
             * Format: uint
             * @description The position of the game after so many plies; its end if nothing is said.
             * @default null
             */
            ply?: number | null;
        };
        /** @description Positions by category, both sides to move together. */
        TableCategories: {
            /**
             * Format: uint64
             * @description Some move captures.
             */
            capture: number;
            /**
             * Format: uint64
             * @description No move, in check.
             */
            mate: number;
            /**
             * Format: uint64
             * @description Some move promotes and none captures.
             */
            promotion_only: number;
            /**
             * Format: uint64
             * @description No move changes the material.
             */
            quiet: number;
            /**
             * Format: uint64
             * @description No move, not in check.
             */
            stalemate: number;
        };
        /** @description Checksums of each side that can win. */
        TableChecksums: {
            /** @description Of black's wins. */
            black?: components["schemas"]["TableSums"] | null;
            /** @description Of white's wins. */
            white?: components["schemas"]["TableSums"] | null;
        };
        /** @description Counts in the four conventions. */
        TableCounts: {
            /** @description The seed's 462 king pairs. */
            c462: components["schemas"]["TableTurns"];
            /** @description Every placement. */
            full: components["schemas"]["TableTurns"];
            /** @description One of each class of placements that board symmetries make equal. */
            orbits: components["schemas"]["TableTurns"];
            /** @description The same with identical men told apart: the convention of published statistics. */
            orbits_ordered: components["schemas"]["TableTurns"];
        };
        /** @description Counts with the fifty-move rule, in the published convention. */
        TableFifty: {
            /** @description Cursed wins and blessed losses are draws here. */
            orbits_ordered: components["schemas"]["TableTurns"];
        };
        /** @description Moves of the longest win of each side that can win. */
        TableLengths: {
            /**
             * Format: uint32
             * @description Of black.
             */
            black?: number | null;
            /**
             * Format: uint32
             * @description Of white.
             */
            white?: number | null;
        };
        /** @description What tables say about a move. */
        TableMove: {
            /**
             * Format: uint16
             * @description Plies to mate from before the move, where known.
             */
            dtm?: number | null;
            /** @description The move in UCI. */
            move: string;
            /** @description The move in SAN. */
            san: string;
            /** @description For the side that plays it. */
            value: components["schemas"]["Value"];
        };
        /** @description Placements of pawns, each of which is solved by itself. */
        TablePlacements: {
            /**
             * Format: uint
             * @description Of how many.
             */
            all: number;
            /**
             * Format: uint
             * @description Solved.
             */
            done: number;
        };
        /** @description A position for each side that can win. */
        TablePositions: {
            /** @description Of black. */
            black?: string | null;
            /** @description Of white. */
            white?: string | null;
        };
        /** @description How far the making of a table has come. */
        TableProgress: {
            /** @description The endgame that is being made: the one that was asked for, or one that it leads to. */
            endgame: string;
            /**
             * Format: uint
             * @description Its number among the tables to make, from 1.
             */
            number: number;
            /** @description The placements of pawns that are solved, with pawns. */
            placements?: components["schemas"]["TablePlacements"] | null;
            /** @description The round that is over, without pawns. */
            round?: components["schemas"]["TableRound"] | null;
            /** @description What is done with it. */
            stage: components["schemas"]["TableStage"];
            /**
             * Format: uint
             * @description How many tables are made.
             */
            tables: number;
        };
        /** @description A round in which a table is made. */
        TableRound: {
            /**
             * Format: uint64
             * @description Positions that it decided, both sides to move, as the table holds them.
             */
            decided: number;
            /**
             * Format: uint8
             * @description Its number: wins in so many moves are decided by it.
             */
            round: number;
            /** @description The side whose wins are looked for. */
            winner: components["schemas"]["Color"];
        };
        /** @description Whose table answered. */
        TableSource: "embedded" | "reti" | "syzygy";
        /** @description What is done with a table while it is made. */
        TableStage: "generating" | "certifying" | "counting";
        /** @description Checksums of one side's wins, made on a graphics card. */
        TableSums: {
            /** @description Of the labels: attacker to move and not won, defender to move and lost. */
            labels: string;
            /** @description Of the ranks. */
            ranks: string;
        };
        /** @description Counts of one convention. */
        TableTurns: {
            /** @description Black to move. */
            black: components["schemas"]["TableValues"];
            /** @description White to move. */
            white: components["schemas"]["TableValues"];
        };
        /** @description How many positions have which value. */
        TableValues: {
            /**
             * Format: uint64
             * @description Drawn.
             */
            draw: number;
            /**
             * Format: uint64
             * @description Lost for the side to move.
             */
            loss: number;
            /**
             * Format: uint64
             * @description Won for the side to move.
             */
            win: number;
        };
        /** @description What a verifier found. */
        TableVerification: {
            /** @description Positions by category, for `cqd`. */
            categories?: components["schemas"]["TableCategories"] | null;
            /** @description The endgame. */
            endgame: string;
            /** @description The first violations. */
            first_violations: components["schemas"]["TableViolation"][];
            /**
             * Format: uint64
             * @description Violations of the undivided check, for `cqd`; always the same number.
             */
            full_violations?: number | null;
            /**
             * @description The kind of document.
             * @constant
             */
            kind: "table-check";
            /** @description What was checked. */
            method: components["schemas"]["VerificationMethod"];
            /** @description Whether nothing failed. */
            passed: boolean;
            /**
             * Format: uint64
             * @description Positions (462 convention; places of the table for the certified method).
             */
            positions: number;
            /**
             * @description The schema's version.
             * @constant
             */
            schema: "reti/2";
            /**
             * Format: uint64
             * @description Positions that captures and promotions settle, or without a move, for `quiet`.
             * @default null
             */
            settled?: number | null;
            /** @description Where the labels came from: `reti`, `syzygy` or a file's name. */
            source: string;
            /** @description Whether passing proves the labels right. */
            sufficient: boolean;
            /**
             * Format: uint64
             * @description Labels that no rank can support, where ranks had to be found.
             */
            unsupported?: number | null;
            /**
             * Format: uint64
             * @description All violations.
             */
            violations: number;
            /** @description Violations by category, for `cqd`. */
            violations_by_category?: components["schemas"]["TableCategories"] | null;
        };
        /** @description One place of a table that failed. */
        TableViolation: {
            /** @description What the successors say. */
            expected: string;
            /** @description The position. */
            fen: string;
            /** @description Value and rank that stand there. */
            found: string;
        };
        /** @description One tactic or observation. */
        Tactic: {
            /** @description What it counts as. */
            class: components["schemas"]["MotifClass"];
            /** @description Pieces that it needs besides its roles. */
            context: string[];
            /** @description The relations that make it up: source, relation, target. */
            edges: [
                string,
                components["schemas"]["Relation"],
                string
            ][];
            /** @description The name under which it is recognised after a move: absolute and relative pins are one family. */
            family: string;
            /** @description The motif's name in the catalogue. */
            motif: string;
            /** @description The side that profits. */
            owner: components["schemas"]["Color"];
            /** @description What else was found out. */
            properties?: components["schemas"]["TacticProperties"];
            /** @description The squares of each role. */
            roles: components["schemas"]["Roles"];
            /** @description Whether it keeps what it promises; only when asked for. */
            soundness?: components["schemas"]["Soundness"] | null;
            /** @description What it is worth; absent for observations. */
            value?: components["schemas"]["TacticValue"] | null;
        };
        /**
         * TacticChange
         * @description What a move does to the tactics.
         */
        "tactic-change": {
            /** @description Delta: the tactics that the move creates. */
            created: components["schemas"]["Tactic"][];
            /** @description The position before the move. */
            fen: string;
            /**
             * @description The kind of document.
             * @constant
             */
            kind: "tactic-change";
            /** @description The move in UCI. */
            move: string;
            /**
             * Format: uint
             * @description The order after it.
             */
            order_after: number;
            /**
             * Format: uint
             * @description The order before the move.
             */
            order_before: number;
            /** @description Nabla: the tactics that it resolves. */
            resolved: components["schemas"]["Tactic"][];
            /** @description The move in SAN. */
            san: string;
            /**
             * @description The schema's version.
             * @constant
             */
            schema: "reti/2";
        };
        /** @description What a detector found out besides the roles. */
        TacticProperties: {
            /** @description Discovered attack: whether it is a check. */
            check?: boolean | null;
            /** @description Hanging: whether the side that could capture is to move. */
            en_prise_now?: boolean | null;
            /** @description Discovered attack: the moves that uncover it with effect, in UCI. */
            moves?: string[] | null;
            /** @description Mate: its further names. */
            names?: string[] | null;
            /**
             * Format: int32
             * @description Hanging, trapped: the value of the best capture, in centipawns.
             */
            see?: number | null;
            /**
             * Format: int32
             * @description Fork: the best capture that is left after the best reply, in centipawns.
             */
            worst_reply?: number | null;
        };
        /**
         * Tactics
         * @description All tactics of one position.
         */
        tactics: {
            /** @description Connected components of the interaction graph, as indices of `tactics`. */
            components: number[][];
            /** @description The squares that play a role in some tactic. */
            core: string[];
            /** @description Further squares that the tactics need, such as the capturers of a hanging piece. */
            core_context: string[];
            /** @description The position. */
            fen: string;
            /** @description Edges of the interaction graph: pairs of tactics that share a piece. */
            interactions: [
                number,
                number
            ][];
            /**
             * @description The kind of document.
             * @constant
             */
            kind: "tactics";
            /** @description What is worth seeing but does not count; only when asked for. */
            observations?: components["schemas"]["Tactic"][] | null;
            /**
             * Format: uint
             * @description T: how many tactics there are.
             */
            order: number;
            /**
             * Format: uint
             * @description Those that Black owns.
             */
            order_black: number;
            /**
             * Format: uint
             * @description T*: hanging pieces that another tactic is about are not counted again.
             */
            order_reduced: number;
            /**
             * Format: uint
             * @description Those that White owns.
             */
            order_white: number;
            /**
             * @description The schema's version.
             * @constant
             */
            schema: "reti/2";
            /** @description A part of the board on which all tactics are still found; only when asked for. */
            stable_core?: string[] | null;
            /** @description The tactics, sorted by motif and roles. */
            tactics: components["schemas"]["Tactic"][];
            /** @description The side to move. */
            turn: components["schemas"]["Color"];
        };
        /**
         * Tactics
         * @description Looks for tactics.
         */
        "tactics-request": {
            /**
             * @description Also a part of the board that still shows every tactic.
             * @default false
             */
            core?: boolean;
            /**
             * @description The position as FEN, or `startpos`, which it is if nothing is said.
             * @default null
             */
            fen?: string | null;
            /**
             * Format: uint
             * @description Which game of the PGN, from 1.
             * @default null
             */
            game?: number | null;
            /**
             * @description Which themes this line uses, instead of the position's tactics.
             * @default null
             */
            line?: string[] | null;
            /**
             * @description What this move creates and resolves, instead of the position's tactics.
             * @default null
             */
            move?: string | null;
            /**
             * @description Moves from there, in SAN or UCI.
             * @default []
             */
            moves?: string[];
            /**
             * @description Also what does not count: weak pawns, open files, an exposed king.
             * @default false
             */
            observations?: boolean;
            /**
             * @description A game as PGN, instead of a FEN.
             * @default null
             */
            pgn?: string | null;
            /**
             * Format: uint
             * @description The position of the game after so many plies; its end if nothing is said.
             * @default null
             */
            ply?: number | null;
        };
        /** @description What a tactic is worth to its owner before any search. */
        TacticValue: {
            /**
             * Format: int32
             * @description Estimated gain in centipawns.
             */
            gain: number;
            /** @description Defenders of the victims that do not count. */
            notes: components["schemas"]["DefenseNote"][];
            /** @description Whether the estimate says that it wins something; not a proof. */
            sound: boolean;
            /** @description Where the estimate comes from. */
            source: components["schemas"]["GainSource"];
        };
        /** @description One use of a theme. */
        ThemeUse: {
            /** @description What puzzle databases call it, such as `backRankMate`; absent where they have no word for it. */
            label?: string | null;
            /**
             * Format: uint
             * @description The index of the move in `line` that uses it.
             */
            ply: number;
            /** @description Who plays which role: role names to squares. */
            roles: {
                [key: string]: string[];
            };
            /** @description The theme's name, such as `back-rank-mate`. */
            theme: string;
        };
        /** @description How a zone search treats what it cannot decide. */
        Tier: "sound" | "pioneer";
        /** @description How much of the time that a player began with is left. */
        TimeLeft: "plenty" | "less" | "trouble";
        /**
         * Trajectories
         * @description The shortest trajectories of a piece between two squares.
         */
        trajectories: {
            /**
             * Format: uint64
             * @description How many trajectories there are.
             */
            count: number;
            /**
             * Format: uint32
             * @description The number of moves; absent if there is no way.
             */
            distance?: number | null;
            /** @description Where it starts. */
            from: string;
            /**
             * @description The kind of document.
             * @constant
             */
            kind: "trajectories";
            /** @description Why the result is empty, if it is. */
            note?: string | null;
            /** @description The piece's letter. */
            piece: string;
            /**
             * @description The schema's version.
             * @constant
             */
            schema: "reti/2";
            /** @description Where it goes. */
            to: string;
            /** @description The squares of each, in order; at most [`Trajectories::LISTED`] are listed. */
            trajectories: string[][];
        };
        /**
         * Trajectories
         * @description Looks for the ways of a piece.
         */
        "trajectories-request": {
            /** @description Where it starts. */
            from: string;
            /**
             * @description Squares that nobody enters or crosses.
             * @default []
             */
            obstacles?: string[];
            /** @description The piece: K, Q, R, B, N, P, or small letters for Black. */
            piece: string;
            /** @description Where it goes. */
            to: string;
        };
        /** @description A move that changed the course of the game. */
        TurningPoint: {
            /**
             * Format: double
             * @description White's winning chances after it.
             */
            after: number;
            /**
             * Format: double
             * @description White's winning chances before it, in points from 0 to 100.
             */
            before: number;
            /** @description What the move was. */
            judgement: components["schemas"]["Judgement"];
            /** @description The move in UCI. */
            move: string;
            /**
             * Format: uint
             * @description The ply, from 1.
             */
            ply: number;
            /** @description The move with its number: `12... Qd7`. */
            text: string;
        };
        /** @description The game-theoretic value for a side that the field names. */
        Value: "win" | "draw" | "loss";
        /** @description What a search for a proof says. */
        Verdict: "proven" | "calculated" | "refuted" | "unknown";
        /** @description What a verifier checks. */
        VerificationMethod: "certified" | "cqd" | "quiet";
        /**
         * Verify
         * @description Checks a proof.
         */
        "verify-request": {
            /** @description The certificate's text. */
            certificate: string;
            /**
             * @description Ask the exact tables of up to four men, where the proof cites them.
             * @default false
             */
            exact?: boolean;
        };
        /** @description A tempting move that fails. */
        WhyNot: {
            /** @description How it is known. */
            evidence: components["schemas"]["Evidence"];
            /** @description The move and the line that refutes it, in UCI. */
            line: string[];
            /** @description The same in SAN. */
            line_san: string[];
            /**
             * Format: double
             * @description Winning chances that it loses, in points from 0 to 100.
             */
            loss: number;
            /** @description What the refuting line uses. */
            motifs: string[];
            /** @description In UCI. */
            move: string;
            /** @description In SAN. */
            san: string;
            /** @description In words. */
            text: string;
        };
        /** @description One bundle of zones: an attacker and its target. */
        Zone: {
            /** @description Where the main piece stands. */
            from: string;
            /** @description What it is for. */
            kind: components["schemas"]["ZoneKind"];
            /**
             * Format: uint32
             * @description The length of the main trajectories.
             */
            length: number;
            /** @description The bundle in the notation of the paper. */
            notation: string;
            /** @description The side of the main piece, which profits. */
            owner: components["schemas"]["Color"];
            /** @description All trajectories with their times. */
            symbols: components["schemas"]["ZoneSymbol"][];
            /** @description Where its target is. */
            to: string;
            /**
             * Format: uint32
             * @description What reaching it is worth, in centipawns.
             */
            worth: number;
        };
        /** @description One bundle of zones after a move. */
        ZoneAfter: {
            /** @description What became of its main trajectories. */
            fate: components["schemas"]["Fate"];
            /** @description Where the main piece stands: after the move, or before it if the zone is frozen. */
            from: string;
            /** @description What it is for. */
            kind: components["schemas"]["ZoneKind"];
            /** @description The side of the main piece. */
            owner: components["schemas"]["Color"];
            /** @description Why it is frozen, if it is. */
            reason?: components["schemas"]["FrozenReason"] | null;
            /** @description Its trajectories; none for a frozen zone. */
            symbols: components["schemas"]["SymbolAfter"][];
            /** @description Where its target is. */
            to: string;
        };
        /** @description What a zone is for. */
        ZoneKind: "attack" | "promotion";
        /**
         * Zones
         * @description The zones of a position.
         */
        zones: {
            /** @description What a move does to them, where asked for. */
            after?: components["schemas"]["ZonesAfter"] | null;
            /** @description The position. */
            fen: string;
            /**
             * Format: uint32
             * @description The longest main trajectory.
             */
            horizon: number;
            /**
             * @description The kind of document.
             * @constant
             */
            kind: "zones";
            /** @description Why there are none, if there are none. */
            note?: string | null;
            /**
             * @description The schema's version.
             * @constant
             */
            schema: "reti/2";
            /** @description The zones, in the order of the attackers' squares. */
            zones: components["schemas"]["Zone"][];
        };
        /**
         * Zones
         * @description Looks for zones.
         */
        "zones-request": {
            /**
             * @description The position as FEN, or `startpos`, which it is if nothing is said.
             * @default null
             */
            fen?: string | null;
            /**
             * Format: uint
             * @description Which game of the PGN, from 1.
             * @default null
             */
            game?: number | null;
            /**
             * Format: uint32
             * @description The longest main trajectory, in moves; 5 if nothing is said.
             * @default null
             */
            horizon?: number | null;
            /**
             * @description Moves from there, in SAN or UCI.
             * @default []
             */
            moves?: string[];
            /**
             * @description A game as PGN, instead of a FEN.
             * @default null
             */
            pgn?: string | null;
            /**
             * Format: uint
             * @description The position of the game after so many plies; its end if nothing is said.
             * @default null
             */
            ply?: number | null;
        };
        /** @description The zones carried over a move. */
        ZonesAfter: {
            /** @description The position after it. */
            fen: string;
            /** @description The move, as UCI. */
            move: string;
            /** @description The same in SAN. */
            san: string;
            /** @description The zones of the position before, in their order, then those that the move makes possible. */
            zones: components["schemas"]["ZoneAfter"][];
        };
        /** @description One trajectory of a zone. */
        ZoneSymbol: {
            /** @description Its side. */
            color: components["schemas"]["Color"];
            /**
             * Format: uint32
             * @description 0 for the main trajectory, 1 for those who disturb or support it, and so on.
             */
            negation: number;
            /** @description The piece's letter. */
            piece: string;
            /** @description The squares in order. */
            squares: string[];
            /**
             * Format: uint32
             * @description The time allotted.
             */
            time: number;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    analysis: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "fen": "startpos",
                 *       "lines": 2,
                 *       "budget": {
                 *         "nodes": 20000
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["analysis-request"];
            };
        };
        responses: {
            /** @description Server-sent events: `progress` (a Progress) where the answer takes a while, the document each time that more is known, then `end`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
            /** @description Why there is no answer. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    annotate: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "pgn": "1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0",
                 *       "effort": "fast"
                 *     }
                 */
                "application/json": components["schemas"]["annotate-request"];
            };
        };
        responses: {
            /** @description The job that was begun; the header Location says where it is. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Job"];
                };
            };
            /** @description Why there is no answer. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    job: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The job. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Job"];
                };
            };
            /** @description Why there is no answer. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    "cancel-job": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is forgotten. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Why there is no answer. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    "job-events": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Events called `job`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
            /** @description Why there is no answer. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    "job-pgn": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The game. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/x-chess-pgn": string;
                };
            };
            /** @description Why there is no answer. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    "job-result": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The reviewed game. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["annotated-game"];
                };
            };
            /** @description Why there is no answer. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    build: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "endgame": "KRvK"
                 *     }
                 */
                "application/json": components["schemas"]["build-request"];
            };
        };
        responses: {
            /** @description Server-sent events: `progress` (a Progress) where the answer takes a while, the document each time that more is known, then `end`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
            /** @description Why there is no answer. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    check: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "fen": "4k3/8/5n2/6B1/8/8/8/4K3 w - - 0 1",
                 *       "text": "The bishop on g5 attacks the knight on f6.",
                 *       "claims": [
                 *         {
                 *           "claim": "to_move",
                 *           "color": "white"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["check-request"];
            };
        };
        responses: {
            /** @description The document. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["checked"];
                };
            };
            /** @description Why there is no answer. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    draw: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "moves": [
                 *         "e4"
                 *       ],
                 *       "arrows": [
                 *         "e7e5"
                 *       ],
                 *       "rings": [
                 *         "e4"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["draw-request"];
            };
        };
        responses: {
            /** @description The document. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["drawing"];
                };
            };
            /** @description Why there is no answer. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    explain: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "fen": "r3k3/5p2/8/3N4/8/8/5PP1/6K1 w - - 0 1",
                 *       "budget": {
                 *         "nodes": 20000
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["explain-request"];
            };
        };
        responses: {
            /** @description The document. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["lesson"];
                };
            };
            /** @description Why there is no answer. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    field: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "fen": "4k3/8/8/3n4/3N4/8/8/4K3 w - - 0 1",
                 *       "side": "white"
                 *     }
                 */
                "application/json": components["schemas"]["field-request"];
            };
        };
        responses: {
            /** @description The document. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["fields"];
                };
            };
            /** @description Why there is no answer. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    forge: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "endgame": "KBvK",
                 *       "winner": "white"
                 *     }
                 */
                "application/json": components["schemas"]["forge-request"];
            };
        };
        responses: {
            /** @description The document. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["table-forgery"];
                };
            };
            /** @description Why there is no answer. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    fragility: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "pgn": "1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0"
                 *     }
                 */
                "application/json": components["schemas"]["fragility-request"];
            };
        };
        responses: {
            /** @description The document. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["fragility"];
                };
            };
            /** @description Why there is no answer. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    graph: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "fen": "4k3/8/8/8/1b1P4/2N5/8/4K3 w - - 0 1",
                 *       "relation": "pin"
                 *     }
                 */
                "application/json": components["schemas"]["graph-request"];
            };
        };
        responses: {
            /** @description The document. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["graph"];
                };
            };
            /** @description Why there is no answer. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    health: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Threads and queues. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
            /** @description Why there is no answer. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    motifs: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All motifs. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["motif"][];
                };
            };
            /** @description Why there is no answer. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    motif: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The motif. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["motif"];
                };
            };
            /** @description Why there is no answer. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    opportunities: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "fen": "r3k3/5p2/8/3N4/8/8/5PP1/6K1 w - - 0 1"
                 *     }
                 */
                "application/json": components["schemas"]["opportunities-request"];
            };
        };
        responses: {
            /** @description The document. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["opportunities"];
                };
            };
            /** @description Why there is no answer. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    play: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "moves": [
                 *         "e4"
                 *       ],
                 *       "elo": 1200,
                 *       "seed": 1
                 *     }
                 */
                "application/json": components["schemas"]["play-request"];
            };
        };
        responses: {
            /** @description The document. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["engine-move"];
                };
            };
            /** @description Why there is no answer. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    position: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "moves": [
                 *         "e4",
                 *         "e5",
                 *         "Nf3"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["position-request"];
            };
        };
        responses: {
            /** @description The document. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["position"];
                };
            };
            /** @description Why there is no answer. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    prompt: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "fen": "4k3/8/8/3N4/6r1/8/5P2/4K3 w - - 0 1",
                 *       "tokens": 300,
                 *       "budget": {
                 *         "nodes": 20000
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["prompt-request"];
            };
        };
        responses: {
            /** @description The document. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["prompt"];
                };
            };
            /** @description Why there is no answer. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    prove: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "fen": "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1",
                 *       "goal": "mate",
                 *       "tree": true
                 *     }
                 */
                "application/json": components["schemas"]["prove-request"];
            };
        };
        responses: {
            /** @description The document. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["proof"];
                };
            };
            /** @description Why there is no answer. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    see: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "fen": "4k3/4n3/8/3p4/8/1B6/8/4R1K1 w - - 0 1",
                 *       "move": "Bxd5"
                 *     }
                 */
                "application/json": components["schemas"]["see-request"];
            };
        };
        responses: {
            /** @description The document. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["exchange"];
                };
            };
            /** @description Why there is no answer. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    solve: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "fen": "7K/8/k1P5/7p/8/8/8/8 w - - 0 1"
                 *     }
                 */
                "application/json": components["schemas"]["solve-request"];
            };
        };
        responses: {
            /** @description The document. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["solution"];
                };
            };
            /** @description Why there is no answer. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    table: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "fen": "8/8/8/8/8/2k5/7Q/K7 w - - 0 1"
                 *     }
                 */
                "application/json": components["schemas"]["table-request"];
            };
        };
        responses: {
            /** @description The document. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["table-probe"];
                };
            };
            /** @description Why there is no answer. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    tactics: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "fen": "r3k3/2N5/8/8/8/8/8/4K3 b - - 0 1"
                 *     }
                 */
                "application/json": components["schemas"]["tactics-request"];
            };
        };
        responses: {
            /** @description The document. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["tactics"] | components["schemas"]["tactic-change"] | components["schemas"]["line"];
                };
            };
            /** @description Why there is no answer. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    trajectories: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "piece": "N",
                 *       "from": "b1",
                 *       "to": "d4"
                 *     }
                 */
                "application/json": components["schemas"]["trajectories-request"];
            };
        };
        responses: {
            /** @description The document. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["trajectories"];
                };
            };
            /** @description Why there is no answer. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    verify: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "certificate": "reti-proof 1\nfen 6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1\ngoal mate\nclaim mate 1\nsize 2\n1 a1a8 mate\nchecksum b23f7db7cad5758b\n"
                 *     }
                 */
                "application/json": components["schemas"]["verify-request"];
            };
        };
        responses: {
            /** @description The document. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["certificate-check"];
                };
            };
            /** @description Why there is no answer. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    zones: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "fen": "7K/8/k1P5/7p/8/8/8/8 w - - 0 1",
                 *       "horizon": 2
                 *     }
                 */
                "application/json": components["schemas"]["zones-request"];
            };
        };
        responses: {
            /** @description The document. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["zones"];
                };
            };
            /** @description Why there is no answer. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
}
