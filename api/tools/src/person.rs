//! People who exist only in development: who signs in with a development login.

use api::auth::launch_data::LaunchUser;
pub use api::web::DEMO_TG_ID;
use std::time::{SystemTime, UNIX_EPOCH};

/// The person behind a development messenger id.
pub fn person(tg_id: i64) -> LaunchUser {
    let first_name = if tg_id == DEMO_TG_ID {
        "Demo".to_owned()
    } else {
        format!("Angler {tg_id}")
    };
    LaunchUser {
        tg_id,
        first_name,
        language_code: Some("en".into()),
        ..LaunchUser::default()
    }
}

/// Now, in Unix seconds.
pub fn unix_now() -> i64 {
    let since = SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .expect("the clock is set after 1970");
    i64::try_from(since.as_secs()).expect("seconds fit for ever")
}
