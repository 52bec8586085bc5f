//! Cases of stream length: what a command costs when its stream is short, long and very long.
//!
//! Warm: the live state is in memory. Cold: this process has forgotten the stream before every
//! command, as a process that has just started would, and reads it from the database again.

use super::Meter;
use super::contest::Contestant;
use super::load::{Client, Timing, in_turn};
use super::ours::{self, Credits, credit_run, fill, players};
use super::report::Figure;
use anyhow::Context;
use domain::ids::PlayerId;
use ledger::{Ledger, StreamId};
use std::sync::Arc;

/// Short streams: many of them, so that none grows long while it is measured.
const SHORT_STREAMS: usize = 200;
/// Events of a short stream.
const SHORT: usize = 10;
/// Events of a long stream.
const MIDDLE: usize = 10_000;
/// Events of a very long stream.
const LONG: usize = 1_000_000;
/// Cold commands of one run at least, however slow.
const COLD_MIN: usize = 5;

/// Streams of one length.
struct Kind {
    warm: &'static str,
    cold: &'static str,
    events: usize,
    streams: Arc<[PlayerId]>,
}

/// Measures all lengths, warm and cold.
///
/// # Errors
/// The first run that fails.
pub async fn run(meter: &mut Meter) -> anyhow::Result<()> {
    let ledger = ours::found(meter.scratch.database("streams").await?, meter.partitions).await?;
    let lengths = [
        ("stream_short", "stream_short_cold", SHORT, SHORT_STREAMS),
        ("stream_middle", "stream_middle_cold", MIDDLE / meter.scale, 1),
        ("stream_long", "stream_long_cold", LONG / meter.scale, 1),
    ];
    let mut kinds = Vec::new();
    for (number, (warm, cold, events, count)) in lengths.into_iter().enumerate() {
        meter.progress(format!("appending {} events to {count} streams", events * count));
        let streams = players(&ledger, 1 + number as i64 * 1_000_000, count).await?;
        // The first event of a stream is the registration.
        fill(&ledger, &streams, (events - 1) * count).await?;
        kinds.push(Kind {
            warm,
            cold,
            events,
            streams,
        });
    }
    warm(meter, &ledger, &kinds).await?;
    cold(meter, &ledger, &kinds).await?;
    ledger.close().await;
    Ok(())
}

async fn warm(meter: &mut Meter, ledger: &Ledger, kinds: &[Kind]) -> anyhow::Result<()> {
    let timing = meter.timing;
    let warm = |kind: &Kind| {
        let streams = kind.streams.clone();
        Contestant::new(kind.warm, move || {
            let streams = streams.clone();
            async move { credit_run(ledger, &streams, 1, timing).await }
        })
    };
    let contestants: Vec<Contestant<'_>> = kinds.iter().map(warm).collect();
    let series = meter.contest.hold("warm streams", &contestants).await?;
    for (kind, own) in kinds.iter().zip(&series) {
        let figure = Figure::of(kind.warm, 1, own).with("events", kind.events);
        meter.record(figure.with("p50_over_short", own.latency_over(&series[0]).median));
    }
    Ok(())
}

async fn cold(meter: &mut Meter, ledger: &Ledger, kinds: &[Kind]) -> anyhow::Result<()> {
    let timing = Timing {
        // Cold commands are slow; what they do is the same every time.
        measure_ms: meter.timing.measure_ms / 2,
        ..meter.timing
    };
    let cold = |kind: &Kind| {
        let streams = kind.streams.clone();
        Contestant::new(kind.cold, move || {
            let client = Cold::of(ledger, &streams);
            async move { in_turn(&mut client?, COLD_MIN, timing).await }
        })
    };
    let contestants: Vec<Contestant<'_>> = kinds.iter().map(cold).collect();
    let series = meter.contest.hold("cold streams", &contestants).await?;
    for (kind, own) in kinds.iter().zip(&series) {
        meter.record(Figure::of(kind.cold, 1, own).with("events", kind.events));
    }
    Ok(())
}

/// A client whose process knows nothing of a stream before each command.
struct Cold {
    ledger: Ledger,
    streams: Arc<[PlayerId]>,
    credits: Credits,
}

impl Cold {
    fn of(ledger: &Ledger, streams: &Arc<[PlayerId]>) -> anyhow::Result<Cold> {
        let credits = Credits::clients(ledger, streams, 1).pop();
        Ok(Cold {
            ledger: ledger.clone(),
            streams: streams.clone(),
            credits: credits.context("one client")?,
        })
    }
}

impl Client for Cold {
    async fn prepare(&mut self) -> anyhow::Result<()> {
        for player in self.streams.iter() {
            self.ledger.players().forget(&StreamId::player(*player));
        }
        Ok(())
    }

    async fn step(&mut self) -> anyhow::Result<u64> {
        self.credits.step().await
    }
}
