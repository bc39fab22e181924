ALTER TABLE "model_habit" RENAME TO "endpoint_capability";--> statement-breakpoint
ALTER TABLE "endpoint_capability" RENAME CONSTRAINT "model_habit_pkey" TO "endpoint_capability_pkey";--> statement-breakpoint
ALTER TABLE "tape" RENAME TO "recording_entry";--> statement-breakpoint
ALTER TABLE "recording_entry" RENAME CONSTRAINT "tape_pkey" TO "recording_entry_pkey";--> statement-breakpoint
ALTER SEQUENCE "tape_position_seq" RENAME TO "recording_entry_position_seq";--> statement-breakpoint
ALTER TABLE "recording_entry" RENAME CONSTRAINT "tape_run_id_run_id_fk" TO "recording_entry_run_id_run_id_fk";--> statement-breakpoint
ALTER TABLE "recording_entry" RENAME CONSTRAINT "tape_page_id_page_id_fk" TO "recording_entry_page_id_page_id_fk";--> statement-breakpoint
ALTER INDEX "tape_run" RENAME TO "recording_entry_run";--> statement-breakpoint
ALTER INDEX "tape_page" RENAME TO "recording_entry_page";
