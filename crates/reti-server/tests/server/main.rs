//! The server, tested by asking it: a real one on a port of its own for every test.

mod client;
mod description;
mod documents;
mod hostile;
mod load;
mod mcp;
