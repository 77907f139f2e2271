#include "front/mail.h"

#include <stdlib.h>
#include <sys/eventfd.h>
#include <time.h>
#include <unistd.h>

enum pns_status pns_front_mail_init(struct pns_front_mail *mail, struct pns_error *error) {
  pthread_mutex_init(&mail->lock, NULL);
  mail->first = NULL;
  mail->end = &mail->first;
  mail->fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  if (mail->fd >= 0) return PNS_OK;
  return pns_error_set(error, PNS_ERROR_SYSTEM, "no descriptor for messages between threads");
}

void pns_front_mail_done(struct pns_front_mail *mail) {
  for (struct pns_front_letter *letter = mail->first, *next; letter != NULL; letter = next) {
    next = letter->next;
    json_decref(letter->object);
    free(letter);
  }
  if (mail->fd >= 0) close(mail->fd);
  pthread_mutex_destroy(&mail->lock);
}

void pns_front_mail_post(struct pns_front_mail *mail, const struct pns_front_letter *letter) {
  const struct timespec a_moment = {.tv_nsec = 10000000};
  struct pns_front_letter *copy;
  while ((copy = malloc(sizeof *copy)) == NULL) nanosleep(&a_moment, NULL);
  *copy = *letter;
  copy->next = NULL;
  pthread_mutex_lock(&mail->lock);
  *mail->end = copy;
  mail->end = &copy->next;
  pthread_mutex_unlock(&mail->lock);
  /* Full only after 2^64 - 2 letters that nobody took. */
  (void)!eventfd_write(mail->fd, 1);
}

struct pns_front_letter *pns_front_mail_take(struct pns_front_mail *mail) {
  eventfd_t count;
  (void)!eventfd_read(mail->fd, &count);
  pthread_mutex_lock(&mail->lock);
  struct pns_front_letter *letters = mail->first;
  mail->first = NULL;
  mail->end = &mail->first;
  pthread_mutex_unlock(&mail->lock);
  return letters;
}
