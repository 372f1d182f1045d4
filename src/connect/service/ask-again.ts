import { isTimeoutError } from '../../errors/request-errors.js';
import { isFailure, type Service, type ServiceAnswer, type ServiceRequest } from './service.js';

/** How often a request is sent that fails, each time with the retries of the service. */
const MOST_TIMES = 3;

/** Sends a request whose answer decides something. A failure is not taken for an answer before it has repeated. */
export async function askAgain(service: Service, request: ServiceRequest): Promise<ServiceAnswer> {
  let answer = await service.ask(request);
  const mayRepeat = ({ status, error }: ServiceAnswer) => isFailure(status) && !isTimeoutError(error);
  for (let times = 1; times < MOST_TIMES && mayRepeat(answer); times++) answer = await service.ask(request);
  return answer;
}

/**
 * Sends a request without whose rows nothing can be said.
 *
 * @throws the reason if the service failed.
 */
export async function askForCertain(service: Service, request: ServiceRequest): Promise<ServiceAnswer> {
  const answer = await askAgain(service, request);
  if (answer.error && isFailure(answer.status)) throw answer.error;
  return answer;
}
