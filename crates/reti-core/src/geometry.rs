//! Linguistic Geometry: a position as languages of paths and of networks of paths.
//!
//! Instead of asking *which move?*, Linguistic Geometry asks *who can get where in time?* It builds
//! a hierarchy. **Distances** say how many moves a piece needs. **Trajectories** are the shortest
//! paths of one piece. **Zones** are networks around one main trajectory: the paths of those who can
//! intercept it in time, of those who can stop the interceptors, and so on, each with the time it
//! is allowed. When a move is played the networks are **translated**, not built again. The search
//! that walks along zones lives in `reti-search`; everything here is geometry and never plays.
//!
//! Nothing but the chess profile knows chess: the languages are defined over a [`ComplexSystem`] of
//! points, elements and reachability, and the robot profile uses them without a chess board.
//!
//! Source: seed 001 (Stilman, *A Linguistic Geometry of the Chess Model*), all sections; the slips
//! of the paper and our decisions are listed in `docs/geometry.md`.

pub mod admissible;
pub mod chess_profile;
pub mod distance;
pub mod grammar;
pub mod network;
pub mod robot_profile;
pub mod system;
pub mod trajectory;
pub mod translation;
pub mod zone;
pub mod zone_text;

pub use chess_profile::ChessSystem;
pub use distance::{Map, t15};
pub use system::{ComplexSystem, Element, Gait, Point, PointSet, Side};
pub use trajectory::{Bundle, Trajectory};
pub use zone::{Target, Track, ZoneBundle, ZoneRules};
