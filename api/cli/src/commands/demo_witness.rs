//! The witness of `ledger up`: a key and a memory of its own beside the data, so that the demo shows cosigned
//! checkpoints. On the machine of the log it protects nobody: real ones are run by others (`ledger witness`).

use super::{Failure, witness};
use ::witness::{Witness, server};
use anyhow::Context;
use ledger::Ledger;
use settings::Settings;
use std::net::SocketAddr;
use tokio::net::TcpListener;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

/// What it is called.
const NAME: &str = "witness.demo.localhost";

/// The running witness.
pub struct DemoWitness {
    stop: oneshot::Sender<()>,
    served: JoinHandle<std::io::Result<()>>,
}

impl DemoWitness {
    /// Starts it, and the settings under which this log asks it beside those that the operator named.
    ///
    /// # Errors
    /// A folder that cannot be used, or no free port.
    pub async fn start(settings: &Settings, ledger: &Ledger) -> Result<(DemoWitness, Settings), Failure> {
        let folder = settings.store.data.join("witness");
        let cosigner = witness::cosigner(NAME, &folder)?;
        let log = ledger.notary_key().map_err(super::database::failure)?;
        let witness = witness::open(cosigner, vec![log], &folder)?;
        let here = TcpListener::bind(SocketAddr::from(([127, 0, 0, 1], 0))).await;
        let listener = here.context("the witness of the demo")?;
        let address = listener.local_addr().context("the witness of the demo")?;
        let mut settings = settings.clone();
        settings
            .witnesses
            .asked
            .push((witness.key().clone(), format!("http://{address}")));
        let (stop, stopped) = oneshot::channel();
        let served = tokio::spawn(serve(witness, listener, stopped));
        Ok((DemoWitness { stop, served }, settings))
    }

    /// Stops it.
    pub async fn stop(self) {
        // One that has ended by itself no longer listens.
        self.stop.send(()).ok();
        if !matches!(self.served.await, Ok(Ok(()))) {
            tracing::warn!("the witness of the demo broke");
        }
    }
}

async fn serve(witness: Witness, listener: TcpListener, stopped: oneshot::Receiver<()>) -> std::io::Result<()> {
    let stop = async {
        // A dropped sender means the same: stop.
        stopped.await.ok();
    };
    api::serve::serve_routes(server::routes(witness), api::serve::Bounds::default(), listener, stop).await
}
