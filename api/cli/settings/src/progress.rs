//! Progress on stderr for whatever lasts longer than two seconds. Silent when stderr is no terminal.

use indicatif::{ProgressBar, ProgressStyle};
use std::time::Duration;

/// How often a bar redraws itself.
const REDRAW: Duration = Duration::from_millis(200);

/// A bar over `steps` known steps, with a message that the caller keeps fresh.
pub fn bar(steps: u64) -> ProgressBar {
    let style = ProgressStyle::with_template("{bar:30} {pos}/{len} {msg} [{elapsed}, {eta} left]");
    let bar = ProgressBar::new(steps).with_style(style.expect("the template is fixed"));
    bar.enable_steady_tick(REDRAW);
    bar
}

/// A turning sign beside `message`, for work of unknown length.
pub fn spinner(message: &str) -> ProgressBar {
    let spinner = ProgressBar::new_spinner().with_message(message.to_owned());
    spinner.enable_steady_tick(REDRAW);
    spinner
}
