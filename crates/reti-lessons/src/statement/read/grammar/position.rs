//! Sentences about the whole position: material, draws, en passant, the clock.

use super::Line;

pub(super) const LINES: &[Line] = &[
    ("material be [ completely|exactly|perfectly ] equal|even|level|balanced|in_balance", "material lead='equal"),
    ("the material be [ completely|exactly|perfectly ] equal|even|level|balanced|in_balance", "material lead='equal"),
    ("the material balance|situation|count be [ completely ] equal|even|level|balanced|zero", "material lead='equal"),
    ("there be material equality|parity|balance", "material lead='equal"),
    ("we|they have material equality|parity", "material lead='equal"),
    ("there be no material imbalance|difference|advantage [ for either side ]", "not material lead='equal"),
    (
        "both|the_two|white_and_black sides|players have the same [ amount_of|quantity_of ] material|forces",
        "material lead='equal",
    ),
    ("both|the_two sides|players have equal|the_same|identical|level material|forces", "material lead='equal"),
    ("white and black have equal|the_same|level|identical [ amount_of|amounts_of ] material", "material lead='equal"),
    ("white and black be equal|level|even in|on|regarding material", "material lead='equal"),
    ("materially the two sides|white_and_black|the_sides be equal|even|level", "material lead='equal"),
    ("materially the position|game be equal|even|level|balanced", "material lead='equal"),
    ("materially it|things|everything|all be equal|even|level", "material lead='equal"),
    ("the position|game be materially|material_wise equal|even|level|balanced", "material lead='equal"),
    ("the [ two ] sides|players be equal|level|even in|on material", "material lead='equal"),
    (
        "in terms_of_material|material_terms [ the ] position|game|sides|two_sides be equal|even|level|balanced",
        "material lead='equal",
    ),
    ("neither side|player have a material advantage|edge|plus|lead", "material lead='equal"),
    ("neither side|player have more material [ than_the_other ]", "material lead='equal"),
    ("neither side|player be ahead|up|behind|down in|on|any [ material ]", "material lead='equal"),
    ("neither side|player be ahead|up [ or down ] [ any ] [ in|on ] material", "material lead='equal"),
    ("neither white nor black be up|ahead [ or down|behind ] [ any|in|on ] material", "material lead='equal"),
    ("neither white nor black have a material advantage|edge|lead", "material lead='equal"),
    ("nobody|no_one|neither be up|ahead [ in|on|any ] material", "material lead='equal"),
    ("nobody|no_one have a material advantage|edge|lead|more_material", "material lead='equal"),
    ("no side have a material advantage|edge|lead", "not material lead='equal"),
    ("the material count be the same for both|each sides|side", "material lead='equal"),
    ("bishops be of|on opposite colours|colors|coloured_squares", "opposite_bishops"),
    ("there be opposite coloured|colored bishops", "opposite_bishops"),
    ("the bishops be of opposite colours|colors", "opposite_bishops"),
    ("we have opposite coloured|colored bishops", "opposite_bishops"),
    // Equality.
    ("the position|game be E1", "evaluation standing=E1"),
    (
        "the position|game be [ about|roughly|approximately|more_or_less|completely|dynamically ] equal|even|level|balanced|in_balance",
        "evaluation standing='equal",
    ),
    ("the chances be [ about|roughly|approximately ] equal|even|level|balanced", "evaluation standing='equal"),
    ("chances be [ about|roughly|approximately ] equal|even|level|balanced", "evaluation standing='equal"),
    ("the evaluation be [ about|roughly|approximately ] equal|even|level|balanced|zero", "evaluation standing='equal"),
    (
        "both sides|players have [ about|roughly|approximately ] equal|even|the_same|similar chances|prospects",
        "evaluation standing='equal",
    ),
    (
        "both sides|players stand|are [ about|roughly ] equal|equally_well|level|equally_good",
        "evaluation standing='equal",
    ),
    ("white and black have [ about|roughly ] equal|even|the_same chances|prospects", "evaluation standing='equal"),
    ("white and black stand|are [ about|roughly ] equal|equally_well|level", "evaluation standing='equal"),
    ("neither side|player be [ really|clearly ] better|worse|ahead", "evaluation standing='equal"),
    (
        "neither side|player have an|any|a_significant|a_real|the [ real|clear ] advantage|edge|upper_hand",
        "evaluation standing='equal",
    ),
    ("neither white nor black be better", "evaluation standing='equal"),
    ("neither white nor black have an|any advantage|edge", "evaluation standing='equal"),
    ("nobody|no_one be better", "evaluation standing='equal"),
    ("nobody|no_one have an|any advantage|edge", "evaluation standing='equal"),
    ("it|this|things be [ about|roughly|approximately ] equal|even|level|balanced", "evaluation standing='equal"),
    (
        "i would call|consider this|the position|game [ position ] [ about|roughly ] equal|even|level|balanced",
        "evaluation standing='equal",
    ),
    (
        "the engine|computer considers|calls|evaluates|rates|thinks the|this position|game [ to_be|as|is ] [ about|roughly ] equal|even|level|balanced",
        "evaluation standing='equal",
    ),
    (
        "stockfish considers|calls|evaluates|rates the|this position|game [ to_be|as ] [ about|roughly ] equal|even|level|balanced",
        "evaluation standing='equal",
    ),
    (
        "the engine|computer|stockfish gives|says|shows equality|a_level_game|an_equal_position|zero",
        "evaluation standing='equal",
    ),
    ("the game|position be in [ dynamic ] balance|equilibrium", "evaluation standing='equal"),
    ("the balance be [ not_disturbed|maintained|intact ]", "evaluation standing='equal"),
    ("the position offers|gives equal|even chances [ to|for both|either sides|side ]", "evaluation standing='equal"),
    ("there be nothing|little in_it [ for_either_side ]", "evaluation standing='equal"),
    // Draws.
    (
        "the game|position be [ a|drawn ] [ draw ] by|due_to|due_to|through|owing_to insufficient|lack_of [ mating ] material",
        "draw_by rule='material",
    ),
    (
        "it|this be [ a ] [ dead ] draw|drawn by|due_to|due_to|owing_to insufficient|lack_of [ mating ] material",
        "draw_by rule='material",
    ),
    ("it|this be a draw", "evaluation standing='drawn"),
    ("under the rules this|it be a draw due_to|by|due_to insufficient [ mating ] material", "draw_by rule='material"),
    (
        "it|this be a [ dead ] draw because|since|as there be not enough|sufficient material for|to [ a ] checkmate|mate|give_mate",
        "draw_by rule='material",
    ),
    (
        "there be not enough|sufficient material [ left|on_the_board ] for|to|for_either_side|for_anyone [ to ] [ a ] checkmate|mate|give_mate|deliver_mate|deliver_checkmate",
        "draw_by rule='material",
    ),
    (
        "there be insufficient [ mating ] material [ left|on_the_board ] [ for|to ] [ checkmate|mate|either_side_to_win|force_mate|give_mate|deliver_mate ]",
        "draw_by rule='material",
    ),
    (
        "nobody|no_one|neither_side|neither_player can|could [ ever|possibly|still ] [ deliver|give ] mate|checkmate|win with|due_to|due_to the|this|such [ remaining|little ] material [ on_the_board|left|that_is_left ]",
        "draw_by rule='material",
    ),
    (
        "neither side|player have enough|sufficient [ mating ] material [ left ] [ to|for ] [ mate|checkmate|give_mate|win|deliver_mate|force_mate|deliver_checkmate ]",
        "draw_by rule='material",
    ),
    (
        "neither white nor black have enough|sufficient [ mating ] material [ left ] [ to|for ] [ mate|checkmate|give_mate|win|deliver_mate|deliver_checkmate ]",
        "draw_by rule='material",
    ),
    (
        "with this|the|such material [ left|on_the_board|that_is_left ] checkmate|mate|a_checkmate|a_mate be no_longer|not|impossible|never [ possible ] [ for either|both|any side|sides|player ]",
        "draw_by rule='material",
    ),
    (
        "with this|the|such material [ left|on_the_board ] neither|no side|player can [ ever ] [ deliver|give ] mate|checkmate|win",
        "draw_by rule='material",
    ),
    (
        "no sequence|series of [ legal ] moves can|could lead|result to|in mate|checkmate [ with the material that_is_left|left|on_the_board ]",
        "not draw_by rule='material",
    ),
    (
        "the material [ left|on_the_board|that_is_left|remaining ] does not allow|permit|suffice|is_not_enough [ either|any|for ] [ side|player|a ] [ to ] checkmate|mate|give_mate|a_mate",
        "draw_by rule='material",
    ),
    (
        "the [ remaining ] material [ left ] be insufficient|not_sufficient|not_enough [ for|to ] [ a ] checkmate|mate|give_mate|win|mating|deliver_mate",
        "draw_by rule='material",
    ),
    (
        "mate|checkmate be possible with the|this [ remaining ] material [ left|on_the_board ]",
        "not draw_by rule='material",
    ),
    (
        "mate|checkmate be impossible with the|this [ remaining ] material [ left|on_the_board ]",
        "draw_by rule='material",
    ),
    (
        "insufficient material means|makes|it_is|this_is [ that ] [ the|it|this ] [ game|position ] [ be ] [ a ] draw|drawn",
        "draw_by rule='material",
    ),
    ("the game be [ a ] draw|drawn by the fifty|50 move rule", "draw_by rule='fifty-moves"),
    ("the game be [ a ] draw|drawn by [ threefold ] repetition", "draw_by rule='repetition"),
    ("the game be [ a ] draw|drawn by stalemate", "draw_by rule='stalemate"),
    // Tables: draws.
    (
        "this|the ending|endgame|position be [ a|theoretically|objectively ] draw|drawn|theoretical_draw|tablebase_draw|book_draw [ with|against best|perfect|correct play|defence [ by|from both sides ] ]",
        "table_value value='draw",
    ),
    ("this|it be a theoretical|tablebase|book|theoretically draw|drawn [ position ]", "table_value value='draw"),
    (
        "according_to|by [ the ] tablebase|tablebases|theory the|this|it position|ending|endgame|is be|a [ a ] drawn|draw",
        "table_value value='draw",
    ),
    ("according_to|by [ the ] tablebase|tablebases|theory it|this be [ a ] draw|drawn", "table_value value='draw"),
    (
        "the tablebase|tablebases|theoretical [ result|verdict|value|evaluation ] be [ a ] draw|drawn",
        "table_value value='draw",
    ),
    (
        "the tablebase|tablebases says|say|shows|show|gives|give|confirms|confirm|declares [ that ] [ it|this|the_position|the_ending|it_is ] [ be ] [ a ] draw|drawn",
        "table_value value='draw",
    ),
    (
        "neither side|player can win|force_a_win|win_by_force [ in ] [ this|the ] [ ending|endgame|position ] [ with|against best|perfect|correct play|defence ]",
        "table_value value='draw",
    ),
    (
        "neither white nor black can win|force_a_win [ in ] [ this|the ] [ ending|endgame|position ] [ with|against best|perfect|correct play|defence|defense ]",
        "table_value value='draw",
    ),
    (
        "nobody|no_one can win|force_a_win [ in ] [ this|the ] [ ending|endgame|position ] [ with|against best|perfect|correct play|defence|defense ]",
        "table_value value='draw",
    ),
    (
        "with|against best|perfect|correct|optimal play [ by_both_sides|from_both_sides|on_both_sides|by_both_players ] [ the|this|it ] [ ending|endgame|position|game ] be [ a ] draw|drawn",
        "table_value value='draw",
    ),
    (
        "with|against best|perfect|correct|optimal play [ by_both_sides|from_both_sides|on_both_sides ] [ the|this ] [ ending|endgame|position|game ] ends|will_end|should_end in a draw|drawn",
        "table_value value='draw",
    ),
    ("the|objectively_the result|outcome of this|the ending|endgame|position be a draw", "table_value value='draw"),
    (
        "the|this ending|endgame|position can not be won [ by either side|player ] [ with|against best|perfect|correct play|defence ]",
        "table_value value='draw",
    ),
    ("it be a tablebase_draw|theoretical_draw", "table_value value='draw"),
    ("en_passant be possible|available|legal", "en_passant"),
    ("V1 be [ an ] en_passant [ capture ]", "en_passant move=V1"),
    ("S1 can capture|take en_passant", "en_passant"),
];
