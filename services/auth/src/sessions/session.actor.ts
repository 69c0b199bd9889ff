import { type Actor, requireActor } from '@linqr/platform/context';
import { sessionActorRequired } from './session.errors.js';

/** First line of every use case about the account itself: signed in as a person, not by an API key. */
export function requireSession(): Actor {
  const actor = requireActor();
  if (actor.via !== 'session') throw sessionActorRequired();
  return actor;
}
