//! Tests of the public interface: golden events, the golden dive, laws over random play,
//! several streams together, and the returns of whole strategies.

mod arbitrage;
mod chart;
mod draws;
mod economy;
mod events;
mod forest;
mod gifts;
mod golden_dive;
mod laws;
mod payouts;
mod returns;
mod sagas;
mod streams;
mod together;
mod witness;
