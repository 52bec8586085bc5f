//! Bounded waiting for something that happens by itself.

use std::time::Duration;

/// How long something that happens by itself may take on a loaded machine.
const TIMEOUT: Duration = Duration::from_secs(60);

/// Waits until the condition holds; fails when it does not come to that.
#[track_caller]
pub fn until<F: AsyncFn() -> bool>(holds: F) -> impl Future<Output = ()> {
    let asked_at = std::panic::Location::caller();
    async move {
        let polling = async {
            while !holds().await {
                tokio::time::sleep(Duration::from_millis(2)).await;
            }
        };
        let waited = tokio::time::timeout(TIMEOUT, polling).await;
        assert!(waited.is_ok(), "{asked_at}: it did not come to that");
    }
}
