"""Allauth's pages on the way in, where ours differ."""

from allauth.account.views import PasswordResetFromKeyView as AllauthPasswordResetFromKeyView
from allauth.account.views import SignupView as AllauthSignupView
from django.forms import Form
from django.http import HttpResponse

from accounts.people.usernames import UsernameTaken
from accounts.signup.forms import SignupForm
from accounts.signup.known_browsers import remember_known_browser


class SignupView(AllauthSignupView):
    def form_valid(self, form: SignupForm) -> HttpResponse:
        try:
            answer: HttpResponse = super().form_valid(form)
        except UsernameTaken as problem:
            form.add_error("username", problem)
            answer = self.form_invalid(form)
        return answer


class PasswordResetFromKeyView(AllauthPasswordResetFromKeyView):
    def form_valid(self, form: Form) -> HttpResponse:
        """Whoever has just chosen a password is let in with it, however many others have guessed at the old one."""
        answer: HttpResponse = super().form_valid(form)
        remember_known_browser(self.request, answer, self.reset_user)
        return answer


signup = SignupView.as_view()
password_reset_from_key = PasswordResetFromKeyView.as_view()
