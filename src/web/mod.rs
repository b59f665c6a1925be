//! Requests of the page: JSON in, JSON out.
//!
//! `tsume serve` answers them over loopback, WebAssembly in a worker of the browser. The layer
//! prints nothing, opens no file, and has neither clock nor threads of its own: whoever runs a
//! [`SearchTask`] brings them. `README.md` in this folder lists the requests.
//!
//! | file | purpose |
//! | --- | --- |
//! | `session` | entry: from the text of a request to an answer or a search |
//! | `request` | the requests as types |
//! | `refusal` | errors as JSON |
//! | `problem_text` | from names and texts to rules, positions, problems |
//! | `game_view`, `position_view`, `move_view` | games, positions and moves for the page |
//! | `proof_store`, `proof_view` | verified certificates, and the play that they prescribe |
//! | `search_task` | searches: solve, try a move, judge, generate |
//! | `solution_view`, `report_view` | results of searches |
//! | `document` | pasted texts, and texts to save |
//! | `page_texts` | texts of the page |
//! | `page` | the page itself: HTML, CSS, JavaScript |

mod document;
mod game_view;
mod move_view;
pub mod page;
mod page_texts;
mod position_view;
mod problem_text;
mod proof_store;
mod proof_view;
mod refusal;
mod report_view;
mod request;
mod search_task;
mod session;
mod solution_view;

pub use search_task::{SearchResources, SearchTask};
pub use session::{WebReply, WebSession};
