CREATE TABLE "auth_address" (
	"user_id" text NOT NULL,
	"address" text NOT NULL,
	"used_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "auth_address_user_id_address_pk" PRIMARY KEY("user_id","address")
);
--> statement-breakpoint
ALTER TABLE "auth_user" ADD COLUMN "made_from" text;--> statement-breakpoint
ALTER TABLE "auth_address" ADD CONSTRAINT "auth_address_user_id_auth_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."auth_user"("id") ON DELETE cascade ON UPDATE no action;